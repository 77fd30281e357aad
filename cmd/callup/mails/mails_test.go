package mails

import (
	"strings"
	"testing"

	"github.com/callup/callup/cmd/callup/cli"
	"github.com/callup/callup/internal/app/apptest"
)

func TestMails_RefusedOnesAreListedAndTriedAgain(t *testing.T) {
	t.Parallel()
	s := apptest.NewServices(t)
	apptest.MustExec(t, s.Base, `INSERT INTO outbox_mails
			(key, recipient, lang, kind, subject, text, html, created_at, tries, refused, send_at, failure)
		VALUES ('gone', 'a@example.org', 'en', 'k', 's', 't', 'h', now(), 1, true, NULL, '550 no such user'),
			('full', 'b@example.org', 'en', 'k', 's', 't', 'h', now(), 2, false, now() + interval '1 hour', '452 full'),
			('new', 'c@example.org', 'en', 'k', 's', 't', 'h', now(), 0, false, now(), '')`)
	var out strings.Builder
	p := &cli.Program{Stdout: &out}
	said := func(err error, wants ...string) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range wants {
			if !strings.Contains(out.String(), want) {
				t.Errorf("%q is missing from:\n%s", want, out.String())
			}
		}
		if strings.Contains(out.String(), "new") {
			t.Errorf("one that was never tried is listed:\n%s", out.String())
		}
		out.Reset()
	}
	said(list(t.Context(), p, s, nil), "refused", "550 no such user", "waits", "452 full")
	said(again(t.Context(), p, s, []string{"gone"}), "1 mails")
	said(again(t.Context(), p, s, nil), "1 mails")
	// Found76
	if err := again(t.Context(), p, s, []string{"gnoe"}); err == nil || !strings.Contains(err.Error(), "callup mails list") {
		t.Errorf("a misspelt key: %v", err)
	}
	out.Reset()
	if due, err := s.Outbox.Claim(t.Context(), 9, 1e9); err != nil || len(due) != 3 {
		t.Errorf("%d mails are due: %v", len(due), err)
	}
}
