const std = @import("std");

test "the scale is read" {
    std.log.err("the scale is off by {d}", .{3});
}

test "prices add up" {
    std.log.warn("the scale was off by {d}", .{3});
}

test "prices do not add up" {
    try std.testing.expect(false);
}
