use Test::More;
ok(1, "holds $_ items") for 1 .. 20;
is(3, 4, 'adds prices');
is_deeply([1, { a => 2 }], [1, { a => 3 }], 'lists nothing');
ok(0);
subtest 'orders' => sub { plan tests => 2; ok(1, 'are read'); is('a', 'b', 'are written') };
TODO: { local $TODO = 'not yet'; ok(0, 'flies'); }
like('basket', qr/^x/, 'begins with an x');
done_testing();
