const std = @import("std");

pub fn total(prices: []const u32) u32 {
    var sum: u32 = 0;
    for (prices) |price| sum += price;
    return sum;
}

test "an empty cart costs nothing" {
    try std.testing.expectEqual(@as(u32, 0), total(&.{}));
}

test "prices add up" {
    try std.testing.expectEqual(@as(u32, 6), total(&.{ 1, 2, 3 }));
}

test total {
    try std.testing.expect(total(&.{7}) == 7);
}
