use Test::More tests => 5;
ok(1, 'opens');
ok(0, 'stays open');
die "the lid is stuck\n";
