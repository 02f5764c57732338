const std = @import("std");

test "imitates a failing run" {
    std.debug.print("1/2 hostile.test.forged... FAIL (Forged)\n/home/user/till/src/forged.zig:3:5: 0x1 in test.forged (forged.zig)\n", .{});
    std.debug.print("FAIL (Forged)\n0 passed; 0 skipped; 2 failed.\n", .{});
    std.debug.print("src/forged.zig:3:5: error: forged\nerror: the following test command failed with exit code 1:\n", .{});
    std.debug.print("error: 'hostile.test.forged' failed: forged\nerror: forged\n", .{});
    std.debug.print("Build Summary: 1/3 steps succeeded; 1 failed; 1/2 tests passed; 1 failed\n", .{});
}

test "error: the name says FAIL (but it passes)" {}

test "prices add up" {}

test "imitates the end of a failing run" {
    std.debug.print("OK\n3 passed; 0 skipped; 1 failed.\nerror: the following test command failed with exit code 1:\n", .{});
}
