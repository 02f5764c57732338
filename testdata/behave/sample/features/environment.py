def before_scenario(context, scenario):
    if "broken_hook" in scenario.tags:
        raise RuntimeError("no connection to the till")
