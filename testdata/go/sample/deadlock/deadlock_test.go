package deadlock

import "testing"

func TestWaits(t *testing.T) {
	for _, n := range []string{"x"} {
		t.Run(n, func(t *testing.T) { go func() { panic("off the rails") }(); select {} })
	}
}
