package mail

import (
	"strings"
	"testing"
	"time"
)

// TestFound18_MailsAboutAChangeNameBrowserSystemAndTime with its zone, and lead to one page.
func TestFound18_MailsAboutAChangeNameBrowserSystemAndTime(t *testing.T) {
	t.Parallel()
	c, err := newComposer()
	if err != nil {
		t.Fatal(err)
	}
	o := Occasion{At: time.Date(2026, 12, 24, 19, 5, 0, 0, time.FixedZone("", 3600)), Browser: "Firefox", System: "Windows"}
	for lang, want := range map[string][]string{
		"en": {"Firefox on Windows", "December 24, 2026, 18:05 UTC"},
		"fr": {"Firefox sur Windows", "24 décembre 2026, 18:05 UTC"},
		"es": {"Firefox en Windows", "24 de diciembre de 2026, 18:05 UTC"},
	} {
		for _, content := range []Content{
			PasswordChanged{Occasion: o, Link: "https://callup.test/one"}, EmailAsked{Occasion: o, Link: "https://callup.test/one"},
			EmailChanged{Occasion: o, Link: "https://callup.test/one", Days: 7},
			AccountTouched{What: "passkey_added", Occasion: o, Link: "https://callup.test/one"},
		} {
			m, err := c.compose(Message{Lang: lang, Content: content})
			if err != nil {
				t.Fatal(err)
			}
			for _, w := range append(want, "https://callup.test/one") {
				if !strings.Contains(m.text, w) {
					t.Errorf("%s of %s does not say %q: %s", m.kind, lang, w, m.text)
				}
			}
		}
	}
	m, err := c.compose(Message{Lang: "en", Content: AccountTouched{What: "second_factor_reset", Occasion: Occasion{At: o.At}}})
	if err != nil || strings.Contains(m.text, "Browser") {
		t.Errorf("what no browser did: %s, %v", m.text, err)
	}
}
