pub fn nothing() void {}
