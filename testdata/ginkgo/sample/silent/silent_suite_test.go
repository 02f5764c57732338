package silent_test

import (
	"testing"

	. "github.com/onsi/ginkgo"
	. "github.com/onsi/gomega"
)

func TestSilent(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "Silent Suite")
}
