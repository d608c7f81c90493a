"""``python -m ergodoku`` is the command ``ergodoku``."""

from ergodoku.cli.main import main

if __name__ == "__main__":
    main()
