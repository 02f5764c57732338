-module(shop).
-export([total/1, tax/1]).
total(Prices) -> lists:sum(Prices).
tax(Price) -> Price * 1.2.
