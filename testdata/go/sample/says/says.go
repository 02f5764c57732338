package main

import "fmt"

func main() {
	fmt.Println("it said: tide/tide.go:3:5: undefined: nothing")
	fmt.Println("go build is a title: no Go files")
}
