package tide

import "testing"

func TestHigh(t *testing.T) {}

func TestLow(t *testing.T) {
	for _, name := range []string{"spring", "neap"} {
		t.Run(name, func(t *testing.T) {})
	}
}

func TestNight(t *testing.T) { t.Skip("no moon on this machine") }
