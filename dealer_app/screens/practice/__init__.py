"""The screens of practice: home, questions with their verdicts, own rating and result; made without a station."""
