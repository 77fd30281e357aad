package mail

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/go-chi/chi/v5"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/notice"
)

type stopper struct {
	*Stopping
	t   *testing.T
	off []string
	err error
}

func newStopper(t *testing.T) *stopper {
	t.Helper()
	s, err := NewStopping(bytes.Repeat([]byte{7}, 32), "https://callup.test", slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	out := &stopper{Stopping: s, t: t}
	s.SwitchOff = func(_ context.Context, member ident.ID, kind string) error {
		out.off = append(out.off, member.String()+" "+kind)
		return out.err
	}
	return out
}

func (s *stopper) send(method, link, body string) *httptest.ResponseRecorder {
	s.t.Helper()
	r := chi.NewRouter()
	s.Mount(r)
	w := httptest.NewRecorder()
	path := strings.TrimPrefix(link, "https://callup.test")
	req := httptest.NewRequestWithContext(s.t.Context(), method, path, strings.NewReader(body))
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.ServeHTTP(w, req)
	return w
}

// A program that looks at every link of a mail switches nothing off; a press does, and so does the mail program's own button.
func TestStopping_SwitchesOffByPostAlone(t *testing.T) {
	t.Parallel()
	s, member := newStopper(t), ident.Pair("member", "ada")
	link := s.Link(member, "gift_received", "fr")
	asked := s.send(http.MethodGet, link, "")
	if page := asked.Body.String(); asked.Code != http.StatusOK || len(s.off) > 0 || !strings.Contains(page, `lang="fr"`) ||
		!strings.Contains(page, "Ne plus recevoir d’e-mails sur les dons à vos campagnes") ||
		!strings.Contains(page, "<form method=\"post\">") {
		t.Errorf("%d %v %s", asked.Code, s.off, page)
	}
	for _, body := range []string{"", "List-Unsubscribe=One-Click"} {
		done := s.send(http.MethodPost, link, body)
		if done.Code != http.StatusOK || !strings.Contains(done.Body.String(), "Vous ne recevrez plus ces e-mails") {
			t.Errorf("%d %s", done.Code, done.Body)
		}
	}
	if want := member.String() + " gift_received"; len(s.off) != 2 || s.off[0] != want || s.off[1] != want {
		t.Error(s.off)
	}
	s.err = errors.New("no log")
	if got := s.send(http.MethodPost, link, ""); got.Code != http.StatusInternalServerError {
		t.Errorf("while nothing can be changed: %d", got.Code)
	}
}

func TestStopping_TakesOnlyItsOwnLinks(t *testing.T) {
	t.Parallel()
	s := newStopper(t)
	link, err := url.Parse(s.Link(ident.Pair("member", "ada"), "gift_received", "en"))
	if err != nil {
		t.Fatal(err)
	}
	for name, value := range map[string]string{
		"m": ident.Pair("member", "bo").String(), "k": "campaign_completed", "s": "AAAAAAAAAAAAAAAAAAAAAA",
	} {
		for _, forged := range []string{value, "", "<script>"} {
			q := link.Query()
			q.Set(name, forged)
			for _, method := range []string{http.MethodGet, http.MethodPost} {
				got := s.send(method, stopPath+"?"+q.Encode(), "")
				if got.Code != http.StatusNotFound || !strings.Contains(got.Body.String(), "This link doesn’t work") {
					t.Errorf("%s %s=%q: %d", method, name, forged, got.Code)
				}
			}
		}
	}
	if len(s.off) > 0 {
		t.Error(s.off)
	}
	q := link.Query()
	q.Set("l", "<script>")
	got := s.send(http.MethodGet, stopPath+"?"+q.Encode(), "")
	if got.Code != http.StatusOK || strings.Contains(got.Body.String(), "<script>") ||
		!strings.Contains(got.Header().Get("Content-Security-Policy"), "default-src 'none'") {
		t.Errorf("%d %s", got.Code, got.Body)
	}
}

// Every kind of mail that can be switched off has its question, in every language.
func TestStopping_AsksInEveryLanguage(t *testing.T) {
	t.Parallel()
	s := newStopper(t)
	for _, lang := range Languages() {
		asks := s.composer.catalogues[lang].Page.Ask
		for _, kind := range notice.Kinds() {
			if kind.May(notice.AtOnce) && kind.May(notice.Never) && asks[string(kind)] == "" {
				t.Errorf("%s does not ask about %s", lang, kind)
			}
		}
		if asks[DailyKind] == "" {
			t.Errorf("%s does not ask about the daily mail", lang)
		}
	}
}

// A mail says how to get no more like it, in both of its forms, where that is possible.
func TestCompose_NamesTheWayOut(t *testing.T) {
	t.Parallel()
	c, err := newComposer()
	if err != nil {
		t.Fatal(err)
	}
	content := GiftReceived{Name: "Bo", Campaign: "Garden", Giver: "Ada"}
	with, err := c.compose(Message{Lang: "en", Content: content, Stop: "https://callup.test/mails/stop?m=1&k=2"})
	if err != nil || !strings.Contains(with.text, "Unsubscribe from these e-mails: https://callup.test/mails/stop?m=1&k=2") ||
		!strings.Contains(with.html, `<a href="https://callup.test/mails/stop?m=1&amp;k=2">Unsubscribe from these e-mails</a>`) {
		t.Errorf("%v %s", err, with.text)
	}
	without, err := c.compose(Message{Lang: "en", Content: content})
	if err != nil || strings.Contains(without.text+without.html, "Unsubscribe") {
		t.Errorf("%v %s", err, without.text)
	}
	if _, err := c.compose(Message{Lang: "en", Content: AccountTouched{What: "sneezed"}}); err == nil {
		t.Error("it has words for what never happens")
	}
}
