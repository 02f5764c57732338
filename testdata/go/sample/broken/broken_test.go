package broken

import "testing"

func TestLength(t *testing.T) { Length() }
