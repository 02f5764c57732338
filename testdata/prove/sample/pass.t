use Test::More tests => 4;
ok(1, "holds $_ items") for 1 .. 3;
SKIP: { skip "no network", 1; ok(0, 'asks the server'); }
