var total = 1
function price(items) {
  let unused = 3;
  return items.map(i => missing(i)) == total;
}
