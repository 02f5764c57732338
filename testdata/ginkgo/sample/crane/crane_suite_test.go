package crane_test

import (
	"fmt"
	"testing"
	"time"

	. "github.com/onsi/ginkgo"
	. "github.com/onsi/gomega"
)

func TestCrane(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "Crane Suite")
}

type hook struct{ load int }

var _ = Describe("Crane", func() {
	It("lifts a box", func() { Expect(2 + 1).To(Equal(3)) })
	It("lifts a barrel", func() {
		fmt.Println("the barrel is on the hook")
		Expect(2 + 2).To(Equal(5), "the barrel slipped")
	})
	It("swings left", func() { Expect("left").To(HavePrefix("l")) })
	Context("with a broken motor", func() {
		BeforeEach(func() { Expect("motor").To(Equal("engine")) })
		It("stands still", func() {})
	})
	Context("in a storm", func() {
		var nothing *hook
		It("is locked", func() { Expect(nothing.load).To(Equal(1)) })
		It("drops its load", func() {
			Eventually(func() int { return 1 }, 20*time.Millisecond).Should(Equal(2))
		})
		It("waits", func() { Skip("no storm today") })
	})
	AfterEach(func() {})
	It("parks", func() { Expect([]string{"a"}).To(HaveLen(1)) })
	It("reports its position", func() {
		GinkgoWriter.Write([]byte("position: 12\nerror: the cable is wet\n"))
		Fail("position\nis not known")
	})
	PIt("dances", func() {})
})
