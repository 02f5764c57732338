package fuzzed

import "testing"

func FuzzAnchor(f *testing.F) {
	f.Add("x")
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 3 {
			t.Errorf("too long: %d", len(text))
		}
	})
}
