package config

import (
	"fmt"
	"strings"
	"time"
	"unicode/utf8"
)

// Bounds of what stands on a receipt, which is one page.
const (
	maxAddressLines = 5
	maxAddressLine  = 80  // characters
	maxReceiptNote  = 300 // characters
)

var operatorAddress = setting{
	Name: "CALLUP_OPERATOR_ADDRESS", Otherwise: "receipts name no address",
	Example: "Association loi 1901; 14 rue Perrod; 69004 Lyon",
	Meaning: fmt.Sprintf("What stands below the operator's name on receipts: legal form and postal address, up to %d lines with "+
		"semicolons between them. A receipt keeps what was set when it was issued.", maxAddressLines),
	read: func(c *Config, v string) error {
		for line := range strings.SplitSeq(v, ";") {
			line = strings.TrimSpace(line)
			if line == "" {
				continue
			}
			if utf8.RuneCountInString(line) > maxAddressLine {
				return fmt.Errorf("has a line of more than %d characters", maxAddressLine)
			}
			c.OperatorAddress = append(c.OperatorAddress, line)
		}
		if len(c.OperatorAddress) > maxAddressLines {
			return fmt.Errorf("has more than %d lines", maxAddressLines)
		}
		return nil
	},
}

var receiptNote = setting{
	Name: "CALLUP_RECEIPT_NOTE", Otherwise: "receipts end with what they are and are not",
	Example: "RNA W691234567, SIRET 812 345 678 00012",
	Meaning: "A sentence at the foot of every receipt, such as what your law asks you to state. A receipt keeps what was set when " +
		"it was issued.",
	read: func(c *Config, v string) error {
		c.ReceiptNote = v
		if utf8.RuneCountInString(v) > maxReceiptNote {
			return fmt.Errorf("has more than %d characters", maxReceiptNote)
		}
		return nil
	},
}

var timeZone = setting{
	Name: "CALLUP_TIME_ZONE", Default: "UTC", Example: "Europe/Paris",
	Meaning: "The operator's time zone, by its IANA name. Its midnight on 1 January begins the numbers of receipts anew, and " +
		"dates on receipts are those of its clocks.",
	read: func(c *Config, v string) (err error) {
		if c.TimeZone, err = time.LoadLocation(v); err != nil || v == "Local" {
			return fmt.Errorf("is %q and must be the name of a time zone, like Europe/Paris", v)
		}
		return nil
	},
}
