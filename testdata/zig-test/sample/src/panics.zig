pub fn main() void {
    @panic("the till is on fire");
}
