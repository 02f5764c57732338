package race

import "testing"

func TestCounter(t *testing.T) {
	count, done := 0, make(chan bool)
	go func() { count++; done <- true }()
	count++
	<-done
}
