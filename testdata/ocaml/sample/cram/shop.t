The till says hello

  $ echo hello
  good morning

