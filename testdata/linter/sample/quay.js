var boats = 1
function moor(rope) {
  if (rope == 2) { debugger }
  return nowhere
}
let cranes = 3;
