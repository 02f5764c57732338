package hooks_test

import (
	"testing"

	. "github.com/onsi/ginkgo"
	. "github.com/onsi/gomega"
)

func TestHooks(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "Hooks Suite")
}

var _ = BeforeSuite(func() { Expect("anchor").To(Equal("down")) })

var _ = Describe("Hooks", func() {
	It("hold", func() {})
	It("turn", func() {})
})
