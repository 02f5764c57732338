let kind = function
  | Some x -> x

let () = print_endline (kind (Some "pear"))
