"""How each game of the library is played: a module a game, which ends with its `STRATEGY`."""
