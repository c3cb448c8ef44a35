"""Entry point of the `dealer-station` command."""

from dealer_app.cli import main

if __name__ == "__main__":
    main()
