package focus_test

import (
	"testing"

	. "github.com/onsi/ginkgo"
	. "github.com/onsi/gomega"
)

func TestFocus(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "Focus Suite")
}

func TestPlain(t *testing.T) { t.Log("plain") }

func TestPlainFails(t *testing.T) { t.Error("a plain test of go failed") }

var attempts = 0

var _ = Describe("Focus", func() {
	FIt("is seen", func() { Expect(1).To(Equal(1)) })
	It("is not seen", func() {})
})
