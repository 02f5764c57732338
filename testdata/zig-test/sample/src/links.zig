extern fn weigh_all(count: u32) u32;

pub fn main() void {
    _ = weigh_all(3);
}
