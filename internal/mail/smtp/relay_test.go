package smtp

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"mime"
	"net/mail"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-smtp"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/callup/callup/domain/money"
	outbox "github.com/callup/callup/internal/mail"
	"github.com/callup/callup/internal/mail/endpoint"
	"github.com/callup/callup/internal/testing/testdb"
)

var written = time.Date(2026, 3, 1, 10, 0, 0, 0, time.UTC)

// office is an outbox and what sends its mails.
type office struct {
	*testing.T
	pool   *pgxpool.Pool
	outbox *outbox.Outbox
	relay  *Relay
}

func newOffice(t *testing.T, p *post, change func(*Config)) *office {
	t.Helper()
	pool, err := pgxpool.New(t.Context(), testdb.New(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	o, err := outbox.NewOutbox(pool, func() time.Time { return written })
	if err != nil {
		t.Fatal(err)
	}
	o.Sends = true
	c := Config{
		Server: p.address, From: mail.Address{Name: "Callup", Address: "no-reply@give.example.org"}, ReplyTo: "help@example.org",
		Outbox: o, Log: slog.New(slog.DiscardHandler), Trust: p.trust, Times: DefaultTimes(),
	}
	c.Times.Poll, c.Times.Away, c.Times.Answer = 5*time.Millisecond, 100*time.Millisecond, 10*time.Second
	c.Times.Retries, c.Times.GiveUp = []time.Duration{time.Millisecond}, 1e6*time.Hour
	if change != nil {
		change(&c)
	}
	relay, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	return &office{T: t, pool: pool, outbox: o, relay: relay}
}

// open has the mails sent until the test ends.
func (o *office) open() {
	o.Helper()
	ctx, cancel := context.WithCancel(o.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = o.relay.Run(ctx) // it ends with the context
	}()
	o.Cleanup(func() { cancel(); <-ended })
}

func (o *office) write(to string, content outbox.Content) {
	o.Helper()
	if err := o.outbox.Send(o.Context(), outbox.Message{Key: "about:" + to, To: to, Lang: "fr", Content: content}); err != nil {
		o.Fatal(err)
	}
}

// until waits for so many mails in a state.
func (o *office) until(n int, state string) {
	o.Helper()
	var last string
	for end := time.Now().Add(20 * time.Second); time.Now().Before(end); {
		var found int
		if err := o.pool.QueryRow(o.Context(), `SELECT count(*) FILTER (WHERE `+state+`), coalesce(string_agg(
			format('%s %s %s %s', recipient, tries, refused, failure), '; '), '') FROM outbox_mails`).Scan(&found, &last); err != nil {
			o.Fatal(err)
		}
		if found == n {
			return
		}
	}
	o.Fatalf("not %d mails are %s: %s", n, state, last)
}

const (
	sent    = `sent_at IS NOT NULL AND send_at IS NULL AND NOT refused AND failure = ''`
	refused = `refused AND send_at IS NULL AND sent_at IS NULL AND failure <> ''`
	waiting = `send_at IS NOT NULL AND sent_at IS NULL AND NOT refused`
)

func reply(code int, text string) error {
	return &smtp.SMTPError{Code: code, EnhancedCode: smtp.EnhancedCode{code / 100, 0, 0}, Message: text}
}

func gift(name, campaign string) outbox.Content {
	return outbox.GiftCompleted{Name: name, Campaign: campaign, Gift: money.Of(500, money.EUR), Date: "2026-03-01", Reference: "r",
		Link: "https://give.example.org/campaign/garden"}
}

func TestRelay_SendsWhatIsInTheOutbox(t *testing.T) {
	t.Parallel()
	p := (&post{Signed: true}).start(t, endpoint.StartTLS)
	o := newOffice(t, p, func(c *Config) { c.Server.User, c.Server.Password = "callup", "p@ss" })
	o.write("ada@example.org", gift("Ada\r\nBcc: all@example.org", "Jardin d’été\r\nBcc: all@example.org"))
	o.open()
	m := p.mails(t, 1)[0]
	if m.from != "no-reply@give.example.org" || m.to != "ada@example.org" {
		t.Errorf("from %s to %s", m.from, m.to)
	}
	subject, err := new(mime.WordDecoder).DecodeHeader(m.Header.Get("Subject"))
	if err != nil || !strings.Contains(subject, "Jardin d’été Bcc: all@example.org") {
		t.Errorf("%q: %v", subject, err)
	}
	for name, want := range map[string]string{
		"From": `"Callup" <no-reply@give.example.org>`, "To": "<ada@example.org>", "Reply-To": "<help@example.org>", "Bcc": "",
		"Date": "Sun, 01 Mar 2026 10:00:00 +0000", "Auto-Submitted": "auto-generated", "Content-Language": "fr",
	} {
		if got := m.Header.Get(name); got != want {
			t.Errorf("%s: %q", name, got)
		}
	}
	kind, _, err := mime.ParseMediaType(m.Header.Get("Content-Type"))
	if err != nil || kind != "multipart/alternative" {
		t.Errorf("%s: %v", kind, err)
	}
	plain, html := bytes.Index(m.body, []byte("text/plain")), bytes.Index(m.body, []byte("text/html"))
	if plain < 0 || html < plain {
		t.Errorf("plain at %d, HTML at %d", plain, html)
	}
	o.until(1, sent)
}

// Whoever gets a mail can say in their mail program that they want no more of them, and answers reach who wrote.
func TestRelay_NamesWhereAnswersAndRefusalsGo(t *testing.T) {
	t.Parallel()
	p := (&post{}).start(t, endpoint.None)
	o := newOffice(t, p, nil)
	stop := "https://give.example.org/mails/stop?" + strings.Repeat("m=abcdefghij&", 12) + "s=1"
	for key, m := range map[string]outbox.Message{
		"news":    {Stop: stop},
		"answers": {ReplyTo: "eve@example.org"},
		"forged":  {ReplyTo: "eve@example.org\r\nBcc: all@example.org"},
	} {
		m.Key, m.To, m.Lang, m.Content = key, key+"@example.org", "en", gift("Ada", "Garden")
		if err := o.outbox.Send(t.Context(), m); err != nil {
			t.Fatal(err)
		}
	}
	o.open()
	for _, m := range p.mails(t, 3) {
		want := map[string]string{"List-Unsubscribe": "", "List-Unsubscribe-Post": "", "Reply-To": "<help@example.org>", "Bcc": ""}
		switch m.to {
		case "news@example.org":
			want["List-Unsubscribe"], want["List-Unsubscribe-Post"] = "<"+stop+">", "List-Unsubscribe=One-Click"
		case "answers@example.org":
			want["Reply-To"] = "<eve@example.org>"
		}
		for name, value := range want {
			if got := m.Header.Get(name); got != value {
				t.Errorf("%s: %s: %q", m.to, name, got)
			}
		}
	}
}

// A refused mail holds up no other; one that is put off carries the same Message-ID and Date when it is taken.
func TestRelay_Refusals(t *testing.T) {
	t.Parallel()
	p := (&post{
		Answers: map[string][]error{
			"gone@example.org": {reply(550, "no such user")},
			"full@example.org": {reply(452, "mailbox full"), reply(421, "too busy")},
		},
		AfterData: map[string]error{"spam@example.org": reply(554, "looks like spam")},
	}).start(t, endpoint.Implicit)
	o := newOffice(t, p, nil)
	for _, to := range []string{"gone@example.org", "spam@example.org", "full@example.org", "ada@example.org", "not an address"} {
		o.write(to, gift("Ada", "Jardin"))
	}
	o.open()
	p.mails(t, 2)
	o.until(2, sent)
	o.until(3, refused)
	for to, want := range map[string]int{"gone@example.org": 1, "spam@example.org": 1, "full@example.org": 3, "ada@example.org": 1} {
		if got := p.askedFor(to); got != want {
			t.Errorf("%s was tried %d times", to, got)
		}
	}
	all, err := o.outbox.Undelivered(t.Context(), 10)
	if err != nil || len(all) != 3 || all[0].Key != "about:gone@example.org" || !strings.Contains(all[0].Failure, "no such user") {
		t.Errorf("%+v: %v", all, err)
	}
	if n, err := o.outbox.Again(t.Context(), []string{"about:gone@example.org"}); err != nil || n != 1 {
		t.Errorf("%d are sent again: %v", n, err)
	}
	p.mails(t, 1)
	o.until(3, sent)
}

// What is sent twice, by a process that died before it noted the first time, is the same message.
func TestRelay_RepeatsUnderTheSameID(t *testing.T) {
	t.Parallel()
	p := new(post).start(t, endpoint.None)
	o := newOffice(t, p, nil)
	o.write("ada@example.org", gift("Ada", "Jardin"))
	o.write("bo@example.org", gift("Bo", "Jardin"))
	o.open()
	p.mails(t, 2)
	o.until(2, sent)
	if _, err := o.pool.Exec(t.Context(),
		`UPDATE outbox_mails SET sent_at = NULL, send_at = now() WHERE recipient = 'ada@example.org'`); err != nil {
		t.Fatal(err)
	}
	ids := map[string][]string{}
	for _, m := range p.mails(t, 1) {
		ids[m.to] = append(ids[m.to], m.Header.Get("Message-Id")+m.Header.Get("Date"))
	}
	ada, bo := ids["ada@example.org"], ids["bo@example.org"]
	if len(ada) != 2 || len(bo) != 1 || ada[0] != ada[1] || ada[0] == bo[0] || !strings.Contains(ada[0], "@give.example.org>") {
		t.Errorf("%q and %q", ada, bo)
	}
}

// While the server takes no mail at all, each waits as it was, and nobody's address is told to it.
func TestRelay_TheServerIsNotAsItShouldBe(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		post       *post
		encryption endpoint.Encryption
		change     func(*Config)
		tries      int
		says       string
	}{
		"no TLS": {new(post), endpoint.None, func(c *Config) { c.Server.Encryption = endpoint.StartTLS }, 0, "STARTTLS"},
		"a certificate that nobody trusts": {
			new(post), endpoint.StartTLS, func(c *Config) { c.Trust = nil }, 0, "certificate",
		},
		"another password": {&post{Signed: true}, endpoint.StartTLS,
			func(c *Config) { c.Server.User, c.Server.Password = "callup", "wrong" }, 0, "AUTH failed"},
		"a sender that must sign in": {&post{Signed: true}, endpoint.StartTLS, nil, 1, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := c.post.start(t, c.encryption)
			o := newOffice(t, p, func(config *Config) {
				if c.change != nil {
					c.change(config)
				}
				config.Times.Retries = []time.Duration{time.Hour}
			})
			o.write("ada@example.org", gift("Ada", "Jardin"))
			_, err := o.relay.batch(t.Context())
			if c.says != "" && (err == nil || !strings.Contains(err.Error(), c.says)) || c.says == "" && err != nil {
				t.Error(err)
			}
			o.until(1, waiting+fmt.Sprintf(" AND tries = %d", c.tries))
			if p.askedFor("ada@example.org") != 0 {
				t.Error("the address was told to a server that is not trusted")
			}
		})
	}
}

// A mail that still fails when it is old is given up.
func TestRelay_GivesUp(t *testing.T) {
	t.Parallel()
	p := (&post{Answers: map[string][]error{"ada@example.org": {reply(450, "later"), reply(450, "later")}}}).start(t, endpoint.None)
	o := newOffice(t, p, func(c *Config) { c.Times.GiveUp = time.Hour })
	o.write("ada@example.org", gift("Ada", "Jardin"))
	o.open()
	o.until(1, refused+` AND failure LIKE 'given up: %later%'`)
	if n := p.askedFor("ada@example.org"); n != 1 {
		t.Errorf("tried %d times", n)
	}
}

// What is claimed is nobody else's, and what is erased meanwhile stays away.
func TestRelay_ClaimedMails(t *testing.T) {
	t.Parallel()
	p := new(post).start(t, endpoint.None)
	o := newOffice(t, p, nil)
	o.write("ada@example.org", gift("Ada", "Jardin"))
	due, err := o.outbox.Claim(t.Context(), 4, time.Hour)
	if err != nil || len(due) != 1 {
		t.Fatalf("%+v: %v", due, err)
	}
	if others, err := o.outbox.Claim(t.Context(), 4, time.Hour); err != nil || len(others) != 0 {
		t.Errorf("%+v: %v", others, err)
	}
	if _, err := o.outbox.Forget(t.Context(), []string{due[0].Key}, "", time.Time{}, time.Time{}); err != nil {
		t.Fatal(err)
	}
	if err := o.outbox.Sent(t.Context(), due[0]); err != nil {
		t.Error(err)
	}
	o.until(0, `true`)
}

func TestCheck(t *testing.T) {
	t.Parallel()
	p := new(post).start(t, endpoint.StartTLS)
	if err := Check(t.Context(), p.address, p.trust); err != nil {
		t.Error(err)
	}
	p.address.Encryption = endpoint.Implicit
	if err := Check(t.Context(), p.address, p.trust); err == nil || !strings.Contains(err.Error(), p.address.Address()) {
		t.Error(err)
	}
}
