package mailaddr_test

import (
	"testing"

	"github.com/callup/callup/internal/mailaddr"
)

// A domain with an umlaut is reached, and in both spellings it is one (Found43, Found76).
func TestFound43_ASCII(t *testing.T) {
	for in, want := range map[string]string{
		"ada@bücher.example": "ada@xn--bcher-kva.example", "ada@xn--bcher-kva.example": "ada@xn--bcher-kva.example",
		"Ada.Ü@example.org": "Ada.Ü@example.org", "ada@example.org": "ada@example.org", "ada": "ada", "ada@": "ada@",
		"ada@-x.example": "ada@-x.example",
	} {
		if got := mailaddr.ASCII(in); got != want {
			t.Errorf("%q is %q, not %q", in, got, want)
		}
	}
}

// One mailbox is known however its address is spelled.
func TestNormal(t *testing.T) {
	for in, want := range map[string]string{
		"Ada@Example.ORG\n": "ada@example.org", "ﬁona@example.net": "fiona@example.net", "ada@ｅxample.net": "ada@example.net",
		"ada@Bücher.example": "ada@xn--bcher-kva.example",
	} {
		if got := mailaddr.Normal(in); got != want {
			t.Errorf("%q is %q, not %q", in, got, want)
		}
	}
}
