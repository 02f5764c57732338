package exits_test

import (
	"fmt"
	"os"
	"testing"

	. "github.com/onsi/ginkgo"
	. "github.com/onsi/gomega"
)

func TestExits(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "Exits Suite")
}

var _ = Describe("Exits", func() {
	It("begins", func() { Expect(1).To(Equal(1)) })
	It("leaves", func() {
		fmt.Println("leaving")
		os.Exit(3)
	})
	It("never comes", func() {})
})
