use Test::More tests => 2; use Not::There; ok(1);
