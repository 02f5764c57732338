@test "holds items" { true; }
@test "asks the server" { skip "no network"; }
@test "adds prices" {
  run echo 3
  echo "got $output"
  [ "$output" -eq 4 ]
}
weigh() { return "$1"; }
@test "weighs" { weigh 3; }
@test "is empty" { true; }
