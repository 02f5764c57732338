project = "Harbour"
linkcheck_timeout = 2
linkcheck_workers = 1
linkcheck_retries = 1
