project = "Harbour"
extensions = ["sphinx.ext.doctest"]
