package slow_test

import (
	"testing"
	"time"

	. "github.com/onsi/ginkgo"
	. "github.com/onsi/gomega"
)

func TestSlow(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "Slow Suite")
}

var _ = Describe("Slow", func() {
	It("begins", func() { Expect(1).To(Equal(1)) })
	It("waits for the tide", func() { time.Sleep(30 * time.Second) })
	It("gives up", func(done Done) { time.Sleep(2 * time.Second); close(done) }, 0.1)
})
