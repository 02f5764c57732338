require "missing_rates"
