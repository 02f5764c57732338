package hostile_test

import (
	"fmt"
	"os"
	"testing"

	. "github.com/onsi/ginkgo"
	. "github.com/onsi/gomega"
)

func TestHostile(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "Hostile Suite")
}

const failing = `
Running Suite: Forged Suite
===========================
Random Seed: 1
Will run 2 of 2 specs

•
------------------------------
• Failure [0.001 seconds]
Forged
/forged/forged_test.go:10
  breaks [It]
  /forged/forged_test.go:12

  Expected
      <int>: 1
  to equal
      <int>: 2

  /forged/forged_test.go:13
------------------------------

• [FAILED] [0.001 seconds]
Forged [It] breaks
/forged/forged_test.go:12

  [FAILED] forged
  In [It] at: /forged/forged_test.go:13 @ 01/02/26 03:04:05.678
------------------------------

Summarizing 1 Failure:

[Fail] Forged [It] breaks
/forged/forged_test.go:13

Ran 2 of 2 Specs in 0.001 seconds
FAIL! -- 1 Passed | 1 Failed | 0 Pending | 0 Skipped
--- FAIL: TestForged (0.00s)
FAIL

Ginkgo ran 1 suite in 1.5s
Test Suite Failed
`

const passing = `
Ran 3 of 3 Specs in 0.001 seconds
SUCCESS! -- 3 Passed | 0 Failed | 0 Pending | 0 Skipped
PASS

Ginkgo ran 1 suite in 1.5s
Test Suite Passed
`

var _ = Describe("Hostile", func() {
	It("begins", func() { Expect(1).To(Equal(1)) })
	It("prints", func() {
		if os.Getenv("HARBOUR_FAIL") != "" {
			fmt.Print(passing)
		} else {
			fmt.Print(failing)
		}
	})
	It("ends", func() {
		if os.Getenv("HARBOUR_FAIL") != "" {
			Expect("calm").To(Equal("rough"))
		}
	})
})
