// Package guestdata exports a guest's personal data by a link mailed to the guest's address. Its pages work without scripts.
package guestdata

import (
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/go-chi/chi/v5"
	"golang.org/x/text/language"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/internal/app/archive"
	"github.com/callup/callup/internal/mail"
	"github.com/callup/callup/internal/mailaddr"
	"github.com/callup/callup/internal/ports"
)

const (
	// Path is the page on which a guest requests the link.
	Path         = "/guest-data"
	downloadPath = Path + "/download"

	// worksFor is how long a link works.
	worksFor = time.Hour
	// answersAfter is the least time an answer takes, so that its time does not reveal whether there is data.
	answersAfter = 300 * time.Millisecond
	// searchWithin bounds the search: it reads the whole log.
	searchWithin = 40 * time.Second
	// longest is the longest address, in bytes (RFC 5321 section 4.5.3.1.3).
	longest = 254
)

// Guests finds the data of guests.
type Guests interface {
	HoldsGuest(ctx context.Context, email string) (bool, error)
	// ExportGuest gives the data by area. Error: ErrNothing.
	ExportGuest(ctx context.Context, email string) (map[string]any, error)
}

// ErrNothing means that there is no data of a guest with an address.
var ErrNothing = errors.New("there is no data of a guest with this address")

// Config is what the pages are made of.
type Config struct {
	Key    []byte // of the installation
	Public string // the address people open, without a trailing slash
	Guests Guests
	Mailer mail.Mailer
	Clock  ports.Clock
	Log    *slog.Logger
}

//go:embed texts
var files embed.FS

//go:embed page.html
var body string

type words struct {
	Title, Ask, Explain, Email, Malformed, Send, Sent, SentText, Member, Settings string
	Ready, ReadyText, Download, Broken, BrokenText, Again                         string
}

// Pages serves both pages.
type Pages struct {
	c         Config
	sealing   cipher.AEAD
	words     map[string]words
	page      *mail.Page
	searching chan struct{} // full while a search runs
	wait      func(context.Context, time.Duration)
}

// New makes the pages.
func New(c Config) (*Pages, error) {
	own, err := hkdf.Key(sha256.New, c.Key, nil, "callup guest data", 32)
	if err != nil {
		return nil, fmt.Errorf("derive the key of links to a guest's data: %w", err)
	}
	block, err := aes.NewCipher(own)
	if err != nil {
		return nil, fmt.Errorf("set up links to a guest's data: %w", err)
	}
	p := &Pages{c: c, words: map[string]words{}, searching: make(chan struct{}, 1), wait: sleep}
	if p.sealing, err = cipher.NewGCMWithRandomNonce(block); err != nil {
		return nil, fmt.Errorf("set up links to a guest's data: %w", err)
	}
	for _, lang := range mail.Languages() {
		text, err := files.ReadFile("texts/" + lang + ".json")
		if err != nil {
			return nil, fmt.Errorf("read the words of a page: %w", err)
		}
		var w words
		if err := json.Unmarshal(text, &w); err != nil {
			return nil, fmt.Errorf("read the words of a page in %s: %w", lang, err)
		}
		p.words[lang] = w
	}
	if p.page, err = mail.NewPage(body); err != nil {
		return nil, err
	}
	return p, nil
}

func sleep(ctx context.Context, d time.Duration) {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
}

// Mount serves the pages.
func (p *Pages) Mount(r chi.Router) {
	r.Get(Path, func(w http.ResponseWriter, r *http.Request) { p.show(w, r, http.StatusOK, "ask", "") })
	r.Post(Path, p.ask)
	r.Get(downloadPath, func(w http.ResponseWriter, r *http.Request) {
		if _, err := p.open(r.URL.Query().Get("t")); err != nil {
			p.show(w, r, http.StatusNotFound, "broken", "")
			return
		}
		p.show(w, r, http.StatusOK, "ready", "")
	})
	r.Post(downloadPath, p.download)
}

// ask mails a link to an address for which there is data. The answer is the same in any case.
func (p *Pages) ask(w http.ResponseWriter, r *http.Request) {
	began := time.Now()
	r.Body = http.MaxBytesReader(w, r.Body, 4<<10)
	if err := r.ParseForm(); err != nil {
		http.Error(w, http.StatusText(http.StatusBadRequest), http.StatusBadRequest)
		return
	}
	email := strings.TrimSpace(r.PostForm.Get("email"))
	if email == "" || len(email) > longest || !strings.Contains(email, "@") {
		p.show(w, r, http.StatusUnprocessableEntity, "ask", email)
		return
	}
	err := p.mail(r.Context(), email, langOf(r))
	if _, refused := errors.AsType[*domain.Refusal](err); refused { // it looks like an address, and is none
		p.show(w, r, http.StatusUnprocessableEntity, "ask", email)
		return
	}
	if err != nil {
		p.fail(w, r, err)
		return
	}
	p.wait(r.Context(), answersAfter-time.Since(began))
	p.show(w, r, http.StatusOK, "sent", "")
}

func (p *Pages) mail(ctx context.Context, email, lang string) error {
	// the mailbox that gave, however its address is spelled here
	email = mailaddr.Normal(email)
	holds, err := p.c.Guests.HoldsGuest(ctx, email)
	if err != nil || !holds {
		return err
	}
	now := p.c.Clock()
	link := p.c.Public + downloadPath + "?" + url.Values{"t": {p.seal(email, now.Add(worksFor))}, "l": {lang}}.Encode()
	return p.c.Mailer.Send(ctx, mail.Message{
		Key: "guest-data:" + rand.Text(), To: email, Lang: lang, Asked: true, Alone: true,
		Content: mail.GuestData{Link: link, Minutes: int(worksFor / time.Minute)},
	})
}

// seal makes the secret of a link: the address, and until when it works.
func (p *Pages) seal(email string, until time.Time) string {
	text := strconv.FormatInt(until.Unix(), 10) + " " + email
	sealed := p.sealing.Seal(nil, nil, []byte(text), nil) //nolint:gosec // it makes its nonce by itself
	return base64.RawURLEncoding.EncodeToString(sealed)
}

var errBroken = errors.New("the link is not valid, or it has expired")

// open gives the address that a link's secret was made for. Error: errBroken.
func (p *Pages) open(secret string) (string, error) {
	sealed, err := base64.RawURLEncoding.DecodeString(secret)
	if err != nil {
		return "", errBroken
	}
	text, err := p.sealing.Open(nil, nil, sealed, nil)
	if err != nil {
		return "", errBroken
	}
	until, email, _ := strings.Cut(string(text), " ")
	seconds, err := strconv.ParseInt(until, 10, 64)
	if err != nil || p.c.Clock().Unix() >= seconds {
		return "", errBroken
	}
	return email, nil
}

func (p *Pages) download(w http.ResponseWriter, r *http.Request) {
	email, err := p.open(r.URL.Query().Get("t"))
	if err != nil {
		p.show(w, r, http.StatusNotFound, "broken", "")
		return
	}
	select {
	case p.searching <- struct{}{}:
		defer func() { <-p.searching }()
	case <-r.Context().Done():
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(r.Context()), searchWithin)
	defer cancel()
	held, err := p.c.Guests.ExportGuest(ctx, email)
	switch {
	case errors.Is(err, ErrNothing): // erased or signed up since
		p.show(w, r, http.StatusNotFound, "broken", "")
		return
	case err != nil:
		p.fail(w, r, err)
		return
	}
	a := archive.Archive{Held: held, Email: email, Lang: langOf(r), At: p.c.Clock().UTC()}
	h := w.Header()
	h.Set("Content-Type", archive.Type)
	h.Set("Content-Disposition", `attachment; filename="`+a.Name()+`"`)
	h.Set("Cache-Control", "no-store")
	if err := a.Write(w); err != nil {
		panic(http.ErrAbortHandler) // the answer has begun: cut off, it does not open as an archive
	}
}

func (p *Pages) fail(w http.ResponseWriter, r *http.Request, err error) {
	p.c.Log.ErrorContext(r.Context(), "a guest's data can't be given", "error", err)
	http.Error(w, "Something went wrong on our side. Please try again.", http.StatusServiceUnavailable)
}

// view is what the page shows: one of its states.
type view struct {
	words
	State, Typed, AskPath, SettingsLink string

	Refused bool // what was typed is no address
}

func (p *Pages) show(w http.ResponseWriter, r *http.Request, status int, state, typed string) {
	lang := langOf(r)
	v := view{words: p.words[lang], State: state, Typed: strings.ToValidUTF8(typed, ""), AskPath: Path + "?l=" + lang,
		SettingsLink: p.c.Public + "/my/settings#privacy", Refused: status == http.StatusUnprocessableEntity}
	if err := p.page.Write(w, status, lang, v.Title, v); err != nil {
		p.fail(w, r, err)
	}
}

var spoken = language.NewMatcher([]language.Tag{language.English, language.French, language.Spanish})

// langOf is the language of a page: the link's, else the first of the browser's that we speak.
func langOf(r *http.Request) string {
	asked := r.URL.Query().Get("l")
	_, i := language.MatchStrings(spoken, asked, r.Header.Get("Accept-Language"))
	return mail.Languages()[i]
}
