"""``ergodoku`` and ``python -m ergodoku`` begin here; from this file on, Ctrl-C ends them quietly."""

try:
    from ergodoku.cli.main import main
except KeyboardInterrupt:
    raise SystemExit(130) from None

if __name__ == "__main__":
    main()
