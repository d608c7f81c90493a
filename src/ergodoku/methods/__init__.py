"""The methods room: one file or folder per method, the schedules, the registry, and contenders."""
