package sandbox

import (
	"bytes"
	"context"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"errors"
	"html/template"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/go-chi/chi/v5"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/internal/ports"
)

//go:embed assets
var assets embed.FS

const maxForm = 16 << 10 // bytes

// assetTypes are the files served to anyone, with what they are.
var assetTypes = map[string]string{
	"style.css":       "text/css; charset=utf-8",
	"mark.svg":        "image/svg+xml",
	"inter.woff2":     "font/woff2",
	"bricolage.woff2": "font/woff2",
}

// view is what the page shows.
type view struct {
	T       texts
	Version string
	Payment payment
	Amount  string
	Open    bool
	Minutes int
	// of a page that is not open
	Tone, Heading, Text, Next string
	Payments                  []line // that were made for the same gift
	Left                      bool   // something of the payment can be given back
	Returned                  bool   // something was given back
	UnderWay, Disputed        bool
	// of a form that was refused
	Form   form
	Faults map[string]string
}

// line is one payment among those of a gift.
type line struct {
	Reference, Paid, Returned string // amounts in words; Returned is empty when nothing was given back
	Here                      bool   // it is the one of the page
}

// form is the decision as it was sent.
type form struct {
	Decision, Delay, Taken, Order string
	Twice                         bool
}

type pages struct {
	*Sandbox
	html    *template.Template
	version string // changes with the style, so that it can be cached for ever
}

// Handler serves the hosted payment page. Mount it at /sandbox of a chi router. Every answer carries its own
// Content-Security-Policy.
func (s *Sandbox) Handler() (http.Handler, error) {
	html, err := template.ParseFS(assets, "assets/page.html")
	if err != nil {
		return nil, err
	}
	style, err := assets.ReadFile("assets/style.css")
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(style)
	p := &pages{Sandbox: s, html: html, version: hex.EncodeToString(sum[:6])}

	// Two locks against decisions made from elsewhere: the address can't be guessed, and browsers say where a form
	// came from.
	cross := http.NewCrossOriginProtection()
	if err := cross.AddTrustedOrigin(s.origin); err != nil {
		return nil, err
	}
	cross.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		t := languages[pageLanguage(r.Header.Get("Accept-Language"))]
		p.message(w, r, http.StatusForbidden, t, t.RefusedTitle, t.Refused)
	}))

	r := chi.NewRouter()
	r.Use(guard, cross.Handler)
	r.Get("/pay/{reference}", p.show)
	r.Post("/pay/{reference}", p.decided)
	for name, kind := range assetTypes {
		body, err := assets.ReadFile("assets/" + name)
		if err != nil {
			return nil, err
		}
		r.Get("/"+name, func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", kind)
			w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
			http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(body))
		})
	}
	r.NotFound(func(w http.ResponseWriter, r *http.Request) { p.unknown(w, r) })
	return r, nil
}

// policy is the Content-Security-Policy. Chromium applies form-action to the redirect after a form too, so the places
// a payer returns to are named.
func policy(returnTo ...string) string {
	actions := []string{"'self'"}
	for _, address := range returnTo {
		if u, err := webAddress(address); err == nil {
			actions = append(actions, u.Scheme+"://"+u.Host)
		}
	}
	return "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; form-action " + strings.Join(actions, " ") +
		"; base-uri 'none'; frame-ancestors 'none'"
}

func guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy())
		h.Set("X-Content-Type-Options", "nosniff")
		// Not no-referrer: it makes browsers send "Origin: null" with the form.
		h.Set("Referrer-Policy", "same-origin")
		h.Set("Cache-Control", "no-store")
		next.ServeHTTP(w, r)
	})
}

func (p *pages) show(w http.ResponseWriter, r *http.Request) {
	pay, err := p.find(r.Context(), chi.URLParam(r, "reference"))
	if err != nil {
		p.fail(w, r, err)
		return
	}
	p.page(w, r, http.StatusOK, pay, form{}, nil)
}

// aftermath are the decisions about a payment that was made.
func (p *pages) aftermath(ctx context.Context, decision string, pay payment) (next string, known bool, err error) {
	if decision == "again" {
		_, err = p.PayAgain(ctx, pay.Reference, Options{})
		return pay.ReturnURL, true, err
	}
	after := map[string]func() (ports.PaymentEvent, error){
		"return":  func() (ports.PaymentEvent, error) { return p.GiveBack(ctx, pay.Reference) },
		"fail":    func() (ports.PaymentEvent, error) { return p.FailRefund(ctx, pay.Reference) },
		"dispute": func() (ports.PaymentEvent, error) { return p.Dispute(ctx, pay.Reference, true) },
		"final":   func() (ports.PaymentEvent, error) { return p.Dispute(ctx, pay.Reference, false) },
		"won":     func() (ports.PaymentEvent, error) { return p.DecideDispute(ctx, pay.Reference, true) },
		"lost":    func() (ports.PaymentEvent, error) { return p.DecideDispute(ctx, pay.Reference, false) },
		"arrive":  func() (ports.PaymentEvent, error) { return p.Arrive(ctx, pay.Reference) },
		"bounce":  func() (ports.PaymentEvent, error) { return p.Bounce(ctx, pay.Reference) },
	}[decision]
	if after == nil {
		return "", false, nil
	}
	_, err = after()
	return p.public + "/sandbox/pay/" + pay.Reference, true, err
}

func (p *pages) decided(w http.ResponseWriter, r *http.Request) {
	pay, err := p.find(r.Context(), chi.URLParam(r, "reference"))
	if err != nil {
		p.fail(w, r, err)
		return
	}
	t := languages[pay.Lang]
	r.Body = http.MaxBytesReader(w, r.Body, maxForm)
	if err := r.ParseForm(); err != nil {
		p.message(w, r, http.StatusBadRequest, t, t.RefusedTitle, t.BadForm)
		return
	}
	f := form{
		Decision: r.PostForm.Get("decision"), Delay: strings.TrimSpace(r.PostForm.Get("delay")), Twice: r.PostForm.Get("twice") != "",
		Order: r.PostForm.Get("order"), Taken: strings.TrimSpace(r.PostForm.Get("taken")),
	}
	if next, known, err := p.aftermath(r.Context(), f.Decision, pay); known {
		if _, refused := errors.AsType[*domain.Refusal](err); refused {
			p.page(w, r, http.StatusConflict, pay, f, map[string]string{"form": t.BadForm})
			return
		}
		p.leave(w, r, next, err)
		return
	}
	decide := map[string]func(context.Context, string, Options) (ports.PaymentEvent, error){
		"approve": p.Approve, "delay": p.Delay, "decline": p.Decline, "expire": p.Expire, "cancel": p.Cancel,
	}[f.Decision]
	if decide == nil {
		p.page(w, r, http.StatusUnprocessableEntity, pay, f, map[string]string{"form": t.BadForm})
		return
	}
	o, faults := f.options(t, pay.Charge.Currency)
	if len(faults) > 0 {
		p.page(w, r, http.StatusUnprocessableEntity, pay, f, faults)
		return
	}
	e, err := decide(r.Context(), pay.Reference, o)
	if refused, ok := errors.AsType[domain.Refusals](err); ok {
		faults := map[string]string{}
		for _, f := range refused {
			switch f.Field {
			case "delay":
				faults["delay"] = t.BadDelay
			case "taken":
				faults["taken"] = t.BadTaken
			default:
				faults["form"] = t.BadForm
			}
		}
		p.page(w, r, http.StatusUnprocessableEntity, pay, f, faults)
		return
	}
	next := pay.ReturnURL
	if e.Kind == ports.PaymentCancelled {
		next = pay.CancelURL
	}
	p.leave(w, r, next, err)
}

// leave sends the payer on, once something was decided.
func (p *pages) leave(w http.ResponseWriter, r *http.Request, next string, err error) {
	if err != nil {
		p.fail(w, r, err)
		return
	}
	w.Header().Set("Content-Security-Policy", policy(next))
	http.Redirect(w, r, next, http.StatusSeeOther)
}

var amountForm = regexp.MustCompile(`^(\d{1,6})(?:[.,](\d{1,2}))?$`)

// options reads the trouble asked for. Stepping back is not held up by a mistake in fields that do not concern it.
func (f form) options(t texts, c money.Currency) (Options, map[string]string) {
	if f.Decision == "cancel" {
		return Options{}, nil
	}
	faults := map[string]string{}
	o := Options{Twice: f.Twice}
	if f.Delay != "" {
		seconds, err := strconv.ParseUint(f.Delay, 10, 31)
		if err != nil {
			faults["delay"] = t.BadDelay
		}
		o.Delay = time.Duration(seconds) * time.Second
	}
	if f.Decision != "approve" {
		return o, faults
	}
	o.Order = Order(f.Order)
	if f.Taken != "" {
		m := amountForm.FindStringSubmatch(f.Taken)
		if m == nil {
			faults["taken"] = t.BadTaken
			return o, faults
		}
		minor, err := strconv.ParseInt(m[1]+(m[2] + "00")[:2], 10, 64)
		if err != nil || minor == 0 {
			faults["taken"] = t.BadTaken
		}
		o.Taken = money.Of(minor, c)
	}
	return o, faults
}

func (p *pages) page(w http.ResponseWriter, r *http.Request, status int, pay payment, f form, faults map[string]string) {
	t := languages[pay.Lang]
	if f.Delay == "" {
		f.Delay = "0"
	}
	left := pay.ExpiresAt.Sub(p.now())
	v := view{
		T: t, Payment: pay, Amount: amountText(pay.Lang, pay.Charge), Form: f, Faults: faults,
		Open: pay.Status == statusOpen && left > 0, Minutes: int(left / time.Minute), Next: pay.ReturnURL,
	}
	switch {
	case v.Open:
	case pay.Status == statusPaid:
		v.Tone, v.Heading, v.Text = "good", t.PaidTitle, t.Paid
		v.Amount = amountText(pay.Lang, money.Of(pay.Taken, pay.Charge.Currency))
		if err := p.aboutTheGift(r.Context(), &v); err != nil {
			p.fail(w, r, err)
			return
		}
	case pay.Status == statusUnderWay:
		v.UnderWay, v.Heading, v.Text = true, t.UnderWayTitle, t.UnderWay
	case pay.Status == statusDeclined:
		v.Tone, v.Heading, v.Text = "bad", t.DeclinedTitle, t.Declined
	case pay.Status == statusCancelled:
		v.Heading, v.Text, v.Next = t.CancelledTitle, t.Cancelled, pay.CancelURL
	case pay.Status == statusReplaced:
		v.Heading, v.Text = t.ReplacedTitle, t.Replaced
	default:
		v.Heading, v.Text = t.ExpiredTitle, t.Expired
	}
	w.Header().Set("Content-Security-Policy", policy(pay.ReturnURL, pay.CancelURL))
	p.render(w, r, status, v)
}

// aboutTheGift says which payments were made for the gift of a payment.
func (p *pages) aboutTheGift(ctx context.Context, v *view) error {
	for e, err := range p.Ledger(ctx, []ident.ID{v.Payment.Donation}) {
		if err != nil {
			return err
		}
		l := line{Reference: e.Reference, Paid: amountText(v.Payment.Lang, e.Paid), Here: e.Reference == v.Payment.Reference}
		if e.Refunds > 0 {
			l.Returned = amountText(v.Payment.Lang, e.Refunded)
		}
		v.Left = v.Left || l.Here && e.Refunded.Minor < e.Paid.Minor
		v.Returned = v.Returned || l.Here && e.Refunds > 0
		v.Payments = append(v.Payments, l)
	}
	disputes, err := p.disputesOf(ctx, p.pool, v.Payment.Reference)
	for _, d := range disputes {
		v.Disputed = v.Disputed || d.Outcome == ""
	}
	return err
}

func (p *pages) message(w http.ResponseWriter, r *http.Request, status int, t texts, heading, text string) {
	p.render(w, r, status, view{T: t, Heading: heading, Text: text})
}

func (p *pages) unknown(w http.ResponseWriter, r *http.Request) {
	t := languages[pageLanguage(r.Header.Get("Accept-Language"))]
	p.message(w, r, http.StatusNotFound, t, t.UnknownTitle, t.Unknown)
}

func (p *pages) fail(w http.ResponseWriter, r *http.Request, err error) {
	if errors.Is(err, ports.ErrNoPayment) {
		p.unknown(w, r)
		return
	}
	p.log.ErrorContext(r.Context(), "sandbox payments: page failed", "error", err)
	t := languages[pageLanguage(r.Header.Get("Accept-Language"))]
	p.message(w, r, http.StatusInternalServerError, t, t.FailedTitle, t.Failed)
}

func (p *pages) render(w http.ResponseWriter, r *http.Request, status int, v view) {
	v.Version = p.version
	var out bytes.Buffer
	if err := p.html.Execute(&out, v); err != nil {
		p.log.ErrorContext(r.Context(), "sandbox payments: page can't be written", "error", err)
		http.Error(w, v.T.FailedTitle, http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Language", v.T.Lang)
	w.WriteHeader(status)
	_, _ = w.Write(out.Bytes())
}
