"""What each command comes to: conditions and decisions, a module for each subject. The table of all is `engine`."""
