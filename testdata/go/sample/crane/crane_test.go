package crane

import (
	"fmt"
	"testing"
)

func TestLifts(t *testing.T) {
	t.Log("chain checked")
	t.Errorf("load %d, want %d", 12, 13)
	t.Errorf("diff:\n  []int{\n-   1,\n+   2,\n  }")
}

func TestSwings(t *testing.T) {
	t.Run("left", func(t *testing.T) {})
	t.Run("right", func(t *testing.T) { t.Fatal("stuck at 40 degrees") })
	t.Run("over", func(t *testing.T) {
		t.Run("pier", func(t *testing.T) { t.Error("hit the pier") })
	})
}

func TestParentOwnText(t *testing.T) {
	t.Run("child", func(t *testing.T) { t.Error("child broke") })
	t.Error("parent broke as well")
}

func TestGlued(t *testing.T) {
	fmt.Print("no line end")
	t.Error("after the print")
}

func ExampleHook() {
	fmt.Println("iron")
	// Output:
	// steel
}

func TestHolds(t *testing.T) {}
