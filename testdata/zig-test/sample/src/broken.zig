const std = @import("std");

fn weigh(scale: Scale) u32 {
    const unused = 3;
    return scale.grams + "two";
}

const Scale = struct { grams: u32 };

test "weighs" {
    try std.testing.expect(weigh(.{ .gram = 3 }) == 3);
}
