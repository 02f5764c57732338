package flaky_test

import (
	"testing"

	. "github.com/onsi/ginkgo"
	. "github.com/onsi/gomega"
)

func TestFlaky(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "Flaky Suite")
}

var attempts = 0

var _ = Describe("Flaky", func() {
	It("is steady", func() {})
	It("comes at the second call", func() {
		attempts++
		Expect(attempts).To(Equal(2))
	})
})
