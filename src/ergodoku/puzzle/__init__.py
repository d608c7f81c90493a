"""The puzzle room: layouts, puzzles, file formats, logic, the exact oracle, the generator."""
