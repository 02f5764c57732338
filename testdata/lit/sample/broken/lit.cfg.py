config.name = "broken"
raise KeyError("crane")
