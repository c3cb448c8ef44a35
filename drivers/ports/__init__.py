"""What a port needs besides its thread: addresses, faults, the bounded queue, the line itself."""
