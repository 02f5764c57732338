package after_test

import (
	"testing"

	. "github.com/onsi/ginkgo"
	. "github.com/onsi/gomega"
)

func TestAfter(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "After Suite")
}

var _ = AfterSuite(func() { Expect("anchor").To(Equal("up")) })

var _ = Describe("After", func() {
	It("sails", func() {})
	It("lands", func() { Expect(1).To(Equal(2)) })
	AfterEach(func() { Expect(CurrentGinkgoTestDescription().TestText).NotTo(Equal("sails")) })
})
