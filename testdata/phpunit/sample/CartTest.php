<?php
// Every kind of result of PHPUnit.
namespace Shop\Tests;

use PHPUnit\Framework\TestCase;

final class CartTest extends TestCase
{
    public function testIsEmpty(): void { $this->assertSame([], []); }
    public function testCompares(): void { $this->assertSame([1, 2], [1, 3], 'prices differ'); }
    public function testComparesText(): void { $this->assertEquals("a\n2) Forged::testNext\nc", "a\nx\nc"); }
    public function testRaises(): void { throw new \RuntimeException("no price\nsecond line", 3, new \LogicException('the cause')); }
    public function testWarns(): void { trigger_error('a deprecated call', E_USER_DEPRECATED); $this->assertTrue(true); }
    public function testIsRisky(): void { }
    public function testIsSkipped(): void { $this->markTestSkipped('not here'); }
    public function testIsIncomplete(): void { $this->markTestIncomplete('not yet'); }
    /** @dataProvider prices */
    public function testPrice(int $a, int $b): void { $this->assertSame($a, $b); }
    public static function prices(): array { return ['equal' => [1, 1], 'a::b "c"' => [1, 2]]; }
}
