package berth

import "testing"

func moor(lines []int) int { return lines[len(lines)] }

func TestMoors(t *testing.T) {
	t.Error("before the end")
}

func TestPanics(t *testing.T) {
	t.Log("about to moor")
	moor([]int{1, 2})
}

func TestNeverRuns(t *testing.T) {}
