const std = @import("std");

fn weigh(scale: Scale) u32 {
    return scale.grams + "two";
}

const Scale = struct { grams: u32 };

fn label(name: []const u8) u32 {
    return name;
}

test "weighs" {
    try std.testing.expect(weigh(.{ .grams = 3 }) == 3);
}

test "labels" {
    _ = label("pear");
    _ = missing("plum");
}
