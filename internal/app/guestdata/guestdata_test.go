package guestdata

import (
	"archive/zip"
	"bytes"
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/go-chi/chi/v5"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/internal/mail"
)

// guests hold something of ada.
type guests struct{ gone bool }

func (g *guests) HoldsGuest(_ context.Context, email string) (bool, error) {
	if strings.Contains(email, "..") { // as the accounts refuse it
		return false, domain.RefuseField("email", "malformed_email", "This is not an email address.")
	}
	return !g.gone && strings.EqualFold(email, "ada@example.org"), nil
}

func (g *guests) ExportGuest(ctx context.Context, email string) (map[string]any, error) {
	if holds, _ := g.HoldsGuest(ctx, email); !holds {
		return nil, ErrNothing
	}
	return map[string]any{"support": []string{"a question of " + email}}, nil
}

type sent []mail.Message

func (s *sent) Send(_ context.Context, m mail.Message) error {
	*s = append(*s, m)
	return nil
}

// A guest gets their data by a link mailed to their address, and the page does not reveal which addresses are known
// (found, point 69).
func TestFound69_AGuestGetsTheirData(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 27, 12, 0, 0, 0, time.UTC)
	held, mails := &guests{}, &sent{}
	p, err := New(Config{
		Key: bytes.Repeat([]byte{7}, 32), Public: "https://callup.test", Guests: held, Mailer: mails,
		Clock: func() time.Time { return now }, Log: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		t.Fatal(err)
	}
	var waited []time.Duration
	p.wait = func(_ context.Context, d time.Duration) { waited = append(waited, d) }
	r := chi.NewRouter()
	p.Mount(r)
	do := func(method, target, form string) *httptest.ResponseRecorder {
		t.Helper()
		q := httptest.NewRequestWithContext(t.Context(), method, target, strings.NewReader(form))
		q.Header.Set("Accept-Language", "fr-CA, en;q=0.5")
		if form != "" {
			q.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		}
		rec := httptest.NewRecorder()
		r.ServeHTTP(rec, q)
		return rec
	}
	if rec := do(http.MethodGet, Path, ""); rec.Code != 200 || !strings.Contains(rec.Body.String(), "M’envoyer le lien") {
		t.Errorf("%d %s", rec.Code, rec.Body)
	}
	for _, email := range []string{"", "ada", strings.Repeat("a", longest) + "@example.org", "ada@example..org"} {
		rec := do(http.MethodPost, Path, url.Values{"email": {email}}.Encode())
		if rec.Code != http.StatusUnprocessableEntity || !strings.Contains(rec.Body.String(), "adresse e-mail valide") {
			t.Errorf("%.20q: %d %s", email, rec.Code, rec.Body)
		}
	}
	answers := map[string]bool{}
	// the mailbox that gave is written to, however its address is spelled here
	for _, email := range []string{"nobody@example.org", " Ａda@example.org "} {
		rec := do(http.MethodPost, Path+"?l=en", url.Values{"email": {email}}.Encode())
		if rec.Code != http.StatusOK {
			t.Errorf("%s: %d", email, rec.Code)
		}
		answers[rec.Body.String()] = true
	}
	if len(answers) != 1 || len(*mails) != 1 || len(waited) != 2 {
		t.Fatalf("%d different answers, %d mails, waited %v", len(answers), len(*mails), waited)
	}
	m := (*mails)[0]
	link := m.Content.(mail.GuestData).Link //nolint:forcetypeassert // no other mail is sent here
	if m.To != "ada@example.org" || m.Lang != "en" || !m.Asked || !m.Alone || strings.Contains(link, "xample") {
		t.Errorf("%+v", m)
	}
	link = strings.TrimPrefix(link, "https://callup.test")
	if rec := do(http.MethodGet, link, ""); rec.Code != 200 || !strings.Contains(rec.Body.String(), "Download") {
		t.Errorf("looked at: %d %s", rec.Code, rec.Body)
	}
	rec := do(http.MethodPost, link, "")
	z, err := zip.NewReader(bytes.NewReader(rec.Body.Bytes()), int64(rec.Body.Len()))
	if err != nil || len(z.File) != 2 || rec.Header().Get("Cache-Control") != "no-store" {
		t.Fatalf("%d %v %v", rec.Code, err, rec.Header())
	}
	for what, target := range map[string]string{
		"another's": link[:len(link)-12] + "AAAA" + link[len(link)-8:], "none": downloadPath, "rubbish": downloadPath + "?t=%00",
	} {
		for _, method := range []string{http.MethodGet, http.MethodPost} {
			if rec := do(method, target, ""); rec.Code != http.StatusNotFound {
				t.Errorf("%s link, %s: %d", what, method, rec.Code)
			}
		}
	}
	held.gone = true
	if rec := do(http.MethodPost, link, ""); rec.Code != http.StatusNotFound {
		t.Errorf("nothing is held any more: %d", rec.Code)
	}
	held.gone, now = false, now.Add(worksFor)
	if rec := do(http.MethodPost, link, ""); rec.Code != http.StatusNotFound {
		t.Errorf("an hour later: %d", rec.Code)
	}
}
