defmodule Shop do
  @doc """
      iex> Shop.add(1, 2)
      4
  """
  def add(a, b) do
    unused = 1
    a + b
  end
end
