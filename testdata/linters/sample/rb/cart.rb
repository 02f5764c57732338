def total(items)
    x = "a"
  items.map { |i| i.price } .sum
end
