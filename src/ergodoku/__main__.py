"""``python -m ergodoku`` is the command ``ergodoku``."""

try:
    from ergodoku.cli.main import main
except KeyboardInterrupt:
    raise SystemExit(130) from None

if __name__ == "__main__":
    main()
