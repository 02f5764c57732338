let total prices = List.fold_left ( + ) 0 prices
