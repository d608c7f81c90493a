"""What people see of a search: boards, plots, animations, the terminal."""
