package vetted

import "fmt"

func Tell() { fmt.Printf("%d boats\n", "three") }
