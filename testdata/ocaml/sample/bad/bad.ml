let label name =
  let unused = 3 in
  name

let kind = function
  | Some x -> x

let () = print_endline (label "pear")
