const std = @import("std");

pub fn main() !void {
    std.debug.print("counting the till\n", .{});
    return error.TillClosed;
}
