package parallel

import (
	"fmt"
	"testing"
	"time"
)

func TestFirst(t *testing.T) {
	t.Parallel()
	for index := 0; index < 3; index++ {
		t.Logf("first %d", index)
		time.Sleep(20 * time.Millisecond)
	}
	t.Error("first broke")
}

func TestSecond(t *testing.T) {
	t.Parallel()
	time.Sleep(10 * time.Millisecond)
	for index := 0; index < 3; index++ {
		fmt.Println("second prints", index)
		t.Logf("second %d", index)
		time.Sleep(20 * time.Millisecond)
	}
}

func TestGroup(t *testing.T) {
	for _, name := range []string{"a", "b"} {
		name := name
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if name == "b" {
				t.Error("b broke")
			}
		})
	}
}
