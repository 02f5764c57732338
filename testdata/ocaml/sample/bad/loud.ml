let weigh scale = scale + "two"
