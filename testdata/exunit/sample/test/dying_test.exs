defmodule DyingTest do
  use ExUnit.Case
  test "a", do: assert true
  test "b", do: assert 1 == 2
  test "halts", do: System.halt(3)
end
