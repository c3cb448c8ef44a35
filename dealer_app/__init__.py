"""The dealer station: domain, application core and commands, without any window or port."""

VERSION = "0.1.0"
