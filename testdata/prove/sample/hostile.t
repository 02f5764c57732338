use Test::More tests => 3;
ok(1, 'FAILED_error_panics is a name');
diag("Failed test 'nobody'\n  at t/nobody.t line 3.");
print "# not ok 7 - nothing\n";
diag("Result: FAIL");
ok(1, 'prints failures and passes');
pass('says Result: PASS');
