let () =
  print_endline "Test Successful in 0.001s. 3 tests run.";
  print_endline "0 failed, 3 passed";
  exit 3
