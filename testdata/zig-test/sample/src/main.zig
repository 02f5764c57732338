const std = @import("std");
const cart = @import("cart.zig");

pub fn main() !void {
    std.debug.print("total {d}\n", .{cart.total(&.{ 1, 2 })});
}
