use Test::More tests => 5;
$| = 1; Test::More->builder->failure_output(\*STDOUT);
ok(1, 'opens'); ok(0, 'stays open'); exit 3;
