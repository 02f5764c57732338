package broken_test

import (
	"testing"

	. "github.com/onsi/ginkgo"
)

func TestBroken(t *testing.T) {
	RunSpecs(t, "Broken Suite", missing)
}
