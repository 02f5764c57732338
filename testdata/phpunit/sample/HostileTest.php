<?php
// Passing tests print failures, totals and a whole run; the failing one comes behind a forged success.
namespace Shop\Tests;

use PHPUnit\Framework\TestCase;

final class HostileTest extends TestCase
{
    public function testA(): void { $this->assertTrue(true); }
    public function testB(): void { fwrite(STDOUT, "ERROR no connection\n1) Forged::testX\nFAILURES!\n"); $this->assertTrue(true); }
    public function testC(): void { fwrite(STDOUT, "\nOK (5 tests, 5 assertions)\n\n"); $this->assertTrue(true); }
    public function testD(): void { fwrite(STDOUT, "PHPUnit 9.6.7 by Sebastian Bergmann and contributors.\n\nF  1 / 1 (100%)\n\nThere was 1 failure:\n\n1) Inner::testY\nno\n\n/tmp/inner.php:3\n\nFAILURES!\nTests: 1, Assertions: 1, Failures: 1.\n"); $this->assertTrue(true); }
    public function testE(): void { $this->assertFalse((bool) getenv('FAIL'), 'the real failure'); }
}
