package exits

import (
	"fmt"
	"os"
	"testing"
)

func TestFine(t *testing.T) {}

func TestLeaves(t *testing.T) {
	fmt.Println("leaving the harbour")
	os.Exit(3)
}
