"""The players' strategy in each game: a module a game, which ends with its `STRATEGY`."""
