package cli

import (
	"os/user"
	"strings"
	"testing"
)

// Who reads personal data is named by their own account where the system tells it, and by --as else (found, point 74).
func TestFound74_WhoReadsPersonalDataIsNamed(t *testing.T) {
	t.Parallel()
	who, err := user.Current()
	if err != nil {
		t.Fatal(err)
	}
	alone := who.Username // whom the system names without sudo
	if who.Uid == "0" {
		alone = ""
	}
	for name, c := range map[string]struct {
		environ   []string
		as, wants string
	}{
		"by sudo":                {[]string{"HOME=/", "SUDO_USER=kim"}, "", "kim"},
		"by sudo, and says so":   {[]string{"SUDO_USER=kim"}, "kim", "kim"},
		"by sudo, as another":    {[]string{"SUDO_USER=kim"}, "Ana", "Ana (at the account kim)"},
		"sudo of root":           {[]string{"SUDO_USER=root"}, "", alone},
		"nothing but an account": {nil, "", alone},
	} {
		a := Disclosing{Personal: true, Reason: "case 7", As: c.as}
		got, err := a.asker(c.environ)
		if got != c.wants || (err != nil) != (c.wants == "") || err != nil && !strings.Contains(err.Error(), "--as") {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
	a := Disclosing{As: " Ana "}
	if got, err := a.asker(nil); err != nil || !strings.HasPrefix(got, "Ana") {
		t.Errorf("as Ana: %q, %v", got, err)
	}
}
