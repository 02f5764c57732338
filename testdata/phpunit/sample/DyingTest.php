<?php
// The process dies before the report.
namespace Shop\Tests;

use PHPUnit\Framework\TestCase;

final class DyingTest extends TestCase
{
    public function testA(): void { $this->assertTrue(true); }
    public function testB(): void { $this->assertTrue((bool) getenv('CALM')); }
    public function testC(): void { if (getenv('LEAVE')) { exit(3); } $this->assertTrue(true); }
    public function testD(): void { eval('class Broken extends Missing {} new Broken();'); }
    public function testE(): void { eval('function f(): int { return 1; } function f(): int { return 2; }'); }
}
