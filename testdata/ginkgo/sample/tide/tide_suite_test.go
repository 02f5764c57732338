package tide_test

import (
	"testing"

	. "github.com/onsi/ginkgo"
	. "github.com/onsi/gomega"
)

func TestTide(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "Tide Suite")
}

var _ = Describe("Tide", func() {
	for _, hour := range []string{"one", "two", "three", "four", "five"} {
		hour := hour
		It("rises at "+hour, func() { Expect(len(hour)).To(BeNumerically(">", 2)) })
	}
	Context("when the moon is new", func() {
		It("is low", func() { Expect(1).To(Equal(1)) })
		It("is called error_FAILED_panics", func() { Expect(true).To(BeTrue()) })
	})
	PIt("will turn some day", func() {})
})
