<?php
use PHPUnit\Framework\TestCase;

final class ProviderTest extends TestCase
{
    public function weights(): array
    {
        return array_map('intdiv', [200], [0]);
    }

    public function prices(): array
    {
        return strlen([]);
    }

    /** @dataProvider weights */
    public function testWeight(int $weight): void
    {
        $this->assertSame(200, $weight);
    }

    /** @dataProvider prices */
    public function testPrice(int $price): void
    {
        $this->assertSame(3, $price);
    }

    public function testName(): void
    {
        $this->assertSame('tea', 'coffee');
    }
}
