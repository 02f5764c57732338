const std = @import("std");
const cart = @import("cart.zig");

test "prices add up" {
    try std.testing.expectEqual(@as(u32, 6), cart.total(&.{ 1, 2, 3 }));
}

test "a discount is taken off" {
    try std.testing.expectEqual(@as(u32, 5), cart.total(&.{ 1, 2, 3 }));
}

test "the label is printed" {
    try std.testing.expectEqualStrings("three pears\nand a plum", "three pears\nand a fig");
}

test "taxes are not there yet" {
    return error.SkipZigTest;
}

test "the till is open" {
    std.debug.print("the till says: closed\n", .{});
    return error.TillClosed;
}

test "a basket is given back" {
    const basket = try std.testing.allocator.alloc(u8, 8);
    basket[0] = 1;
}

test "an error is logged" {
    std.log.err("the scale is off by {d}", .{3});
}
