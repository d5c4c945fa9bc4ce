"""Other people's environments: PettingZoo, OpenSpiel, and players that are programs of their own."""
