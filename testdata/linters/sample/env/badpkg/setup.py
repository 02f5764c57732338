raise RuntimeError("needs libmesh headers")
