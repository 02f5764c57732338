const std = @import("std");

pub fn build(b: *std.Build) void {
    const target = b.standardTargetOptions(.{});
    const optimize = b.standardOptimizeOption(.{});
    const names = b.option([]const []const u8, "file", "Files to test") orelse &[_][]const u8{"cart"};
    const step = b.step("test", "Run the tests");
    for (names) |name| {
        const module = b.createModule(.{
            .root_source_file = b.path(b.fmt("src/{s}.zig", .{name})),
            .target = target,
            .optimize = optimize,
        });
        const tests = b.addTest(.{ .name = name, .root_module = module });
        step.dependOn(&b.addRunArtifact(tests).step);
    }
    const exe = b.addExecutable(.{ .name = "till", .root_module = b.createModule(.{
        .root_source_file = b.path(b.fmt("src/{s}.zig", .{b.option([]const u8, "main", "The program") orelse "main"})),
        .target = target,
        .optimize = optimize,
    }) });
    b.installArtifact(exe);
    const run = b.addRunArtifact(exe);
    b.step("run", "Run the program").dependOn(&run.step);
}
