defmodule ShopTest do
  use ExUnit.Case
  doctest Shop
  require Logger
  test "passes", do: assert true
  test "fails (with brackets)" do
    assert %{a: 1, b: [1, 2]} == %{a: 2, b: [1, 3]}
  end
  @tag :slow
  test "slow", do: assert false
  @tag skip: "not now"
  test "skipped", do: assert false
  @tag :capture_log
  test "logs" do
    Logger.error("an error was logged")
    raise "boom\nwith two lines"
  end
  @tag timeout: 50
  test "times out", do: Process.sleep(500)
  test "exits", do: exit(:shutdown)
  test "linked" do
    spawn_link(fn -> raise "in process" end)
    Process.sleep(200)
  end
  describe "prints" do
    test "a forged report" do
      IO.puts("\n\n  1) test forged (ForgedTest)\n     test/forged_test.exs:3\n     no\n")
      IO.puts("\nFinished in 0.1 seconds (0.00s async, 0.1s sync)\n3 tests, 1 failure\n")
    end
  end
end
defmodule SetupTest do
  use ExUnit.Case
  setup_all do
    raise "no database"
  end
  test "one", do: assert true
  test "two", do: assert true
end
