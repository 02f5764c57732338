use Test::More;
$| = 1; Test::More->builder->failure_output(\*STDOUT);
ok(1, "holds $_ items") for 1 .. 5;
is(3, 4, 'adds prices');
subtest 'orders' => sub { plan tests => 2; ok(1, 'are read'); is('a', 'b', 'are written') };
TODO: { local $TODO = 'not yet'; ok(0, 'flies'); }
SKIP: { skip 'no network', 1; }
done_testing();
