"""The methods room: one file per method, the schedules, and the registry of all by name."""
