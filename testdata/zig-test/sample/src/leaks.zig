const std = @import("std");

test "a basket is given back" {
    const basket = try std.testing.allocator.alloc(u8, 8);
    basket[0] = 1;
}

test "prices add up" {}
