"""The journal: every fact of a table in one chain, durable before anybody is shown what came of it."""
