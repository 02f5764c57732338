var boats = 1;
function moor(rope) {
  if (rope == 2) {
    debugger;
  }
  return rope;
}
moor(boats);
let cranes = 3;
