const std = @import("std");

test "prices add up" {
    std.debug.print("the till says: open\n", .{});
}
