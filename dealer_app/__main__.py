"""Entry point of the `dealer-station` command."""

from dealer_app.cli.running import run

main = run

if __name__ == "__main__":
    main()
