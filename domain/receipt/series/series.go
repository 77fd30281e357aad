// Package series names the numbers of receipts: whose they are, and how people read them. It holds no rules.
package series

import "fmt"

// Issuer is whose numbers a receipt is among.
type Issuer string

// The issuers.
const (
	Operator Issuer = "operator"
	// Test issues receipts of gifts that moved no money, so that they leave no trace in the numbers of the real ones.
	Test Issuer = "test"
)

// NumberText writes a receipt's number as people read it, such as CU-2026-000001.
func NumberText(of Issuer, year int, number int64) string {
	name := "CU"
	if of == Test {
		name = "TEST"
	}
	return fmt.Sprintf("%s-%d-%06d", name, year, number)
}
