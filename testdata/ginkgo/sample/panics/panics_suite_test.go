package panics_test

import (
	"testing"
	"time"

	. "github.com/onsi/ginkgo"
	. "github.com/onsi/gomega"
)

func TestPanics(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "Panics Suite")
}

var _ = Describe("Panics", func() {
	It("begins", func() { Expect(1).To(Equal(1)) })
	It("loses a goroutine", func() {
		go func() { panic("the rope broke") }()
		time.Sleep(time.Second)
	})
	It("never comes", func() {})
})
