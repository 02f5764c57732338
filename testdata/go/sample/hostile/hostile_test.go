package hostile

import (
	"fmt"
	"os"
	"testing"
)

func TestImitatesFailures(t *testing.T) {
	fmt.Println("=== RUN   TestInner")
	fmt.Println("--- FAIL: TestInner (0.00s)")
	fmt.Println("    inner_test.go:3: staged")
	fmt.Println("panic: staged [recovered]")
	fmt.Println("FAIL")
	fmt.Println("FAIL\texample.com/pretend\t0.01s")
}

func TestAfterwards(t *testing.T) {}

func TestReal(t *testing.T) {
	if os.Getenv("HARBOUR_FAIL") != "" {
		t.Error("a real failure")
	}
}

func TestMain(m *testing.M) {
	code := m.Run()
	if code != 0 {
		fmt.Println("PASS")
		fmt.Println("ok  \texample.com/harbour/hostile\t0.01s")
	}
	os.Exit(code)
}
