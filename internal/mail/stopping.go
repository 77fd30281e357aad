package mail

import (
	"context"
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"

	"github.com/go-chi/chi/v5"

	"github.com/callup/callup/domain/ident"
)

const stopPath = "/mails/stop"

// stopWords is what the page says on which mails of a kind are switched off.
type stopWords struct {
	Title      string            `json:"title"`
	Ask        map[string]string `json:"ask"` // by kind of notification
	Stays      string            `json:"stays"`
	Button     string            `json:"button"`
	Done       string            `json:"done"`
	Settings   string            `json:"settings"`
	Broken     string            `json:"broken"`
	BrokenText string            `json:"broken_text"`
}

// Stopping makes the links in mails by which their reader gets no more of the kind, signed in or not, and serves what is behind
// them. A mail program may follow them by itself (RFC 8058): with POST, and nothing is switched off by looking.
type Stopping struct {
	key      []byte
	public   string
	log      *slog.Logger
	composer *composer
	page     *Page
	// SwitchOff switches mails of a kind of notification off for a member. It changes nothing for who is no member any more. It is
	// set before the first request.
	SwitchOff func(ctx context.Context, member ident.ID, kind string) error
}

// NewStopping makes a Stopping for an installation's key and the address people open, without a trailing slash.
func NewStopping(key []byte, public string, log *slog.Logger) (*Stopping, error) {
	own, err := hkdf.Key(sha256.New, key, nil, "callup mails: stop", 32)
	if err != nil {
		return nil, fmt.Errorf("deriving the key of links in mails: %w", err)
	}
	c, err := newComposer()
	if err != nil {
		return nil, err
	}
	body, err := files.ReadFile("layout/stop.html")
	if err != nil {
		return nil, fmt.Errorf("reading a page: %w", err)
	}
	page, err := NewPage(string(body))
	if err != nil {
		return nil, err
	}
	return &Stopping{key: own, public: public, log: log, composer: c, page: page}, nil
}

// Link leads to where a member switches mails of a kind of notification off, in a language.
func (s *Stopping) Link(member ident.ID, kind, lang string) string {
	return s.public + stopPath + "?" + url.Values{
		"m": {member.String()}, "k": {kind}, "l": {lang}, "s": {base64.RawURLEncoding.EncodeToString(s.sign(member, kind))},
	}.Encode()
}

func (s *Stopping) sign(member ident.ID, kind string) []byte {
	m := hmac.New(sha256.New, s.key)
	m.Write(member[:])
	m.Write([]byte(kind))
	return m.Sum(nil)[:16]
}

// Mount serves the page.
func (s *Stopping) Mount(r chi.Router) {
	r.Get(stopPath, s.serve)
	r.Post(stopPath, s.serve)
}

func (s *Stopping) fail(w http.ResponseWriter, r *http.Request, err error) {
	s.log.ErrorContext(r.Context(), "mails can't be switched off", "error", err)
	http.Error(w, "Something went wrong on our side. Please try again.", http.StatusInternalServerError)
}

var errBrokenLink = errors.New("the link is not valid")

// read tells what a link is about; errBrokenLink where it was not made here.
func (s *Stopping) read(q url.Values) (member ident.ID, kind string, err error) {
	member, err = ident.Parse(q.Get("m"))
	signed, decodeErr := base64.RawURLEncoding.DecodeString(q.Get("s"))
	kind = q.Get("k")
	if err != nil || decodeErr != nil || !hmac.Equal(signed, s.sign(member, kind)) {
		return ident.Nil, "", errBrokenLink
	}
	return member, kind, nil
}

// stopPage is what the page shows.
type stopPage struct {
	stopWords
	Question, SettingsLink string
	IsDone, IsBroken       bool
}

func (s *Stopping) serve(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	lang := q.Get("l")
	cat, ok := s.composer.catalogues[lang]
	if !ok {
		lang = Languages()[0]
		cat = s.composer.catalogues[lang]
	}
	p := stopPage{stopWords: cat.Page, SettingsLink: s.public + "/my/settings#notifications"}
	status := http.StatusOK
	member, kind, err := s.read(q)
	switch {
	case err != nil:
		p.IsBroken, status = true, http.StatusNotFound
	case r.Method == http.MethodPost:
		if err := s.SwitchOff(r.Context(), member, kind); err != nil {
			s.fail(w, r, err)
			return
		}
		p.IsDone = true
	default:
		p.Question = cat.Page.Ask[kind]
	}
	if err := s.page.Write(w, status, lang, p.Title, p); err != nil {
		s.fail(w, r, err)
	}
}
