project = "Harbour"
extensions = []
