<?php
use PHPUnit\Framework\TestCase;

/** Every test of it fails until one ends the process. */
final class FailingTest extends TestCase
{
    /** @dataProvider numbers */
    public function testNumber(int $number): void
    {
        if ($number === 70) {
            undefined_in_the_middle();
        }
        $this->assertSame(0, $number);
    }

    public function numbers(): array
    {
        return array_map(fn (int $number): array => [$number], range(1, 100));
    }

    protected function tearDown(): void
    {
        if ($this->dataName() === 66) {
            eval('class Shelf { abstract function weight(); }');
        }
    }
}
