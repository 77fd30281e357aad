package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/callup/callup/commands/erasing"
	"github.com/callup/callup/commands/giving"
	"github.com/callup/callup/commands/reactors"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/eventstore/selection"
	"github.com/callup/callup/internal/bus"
	"github.com/callup/callup/internal/keyring"
	"github.com/callup/callup/internal/mail"
	"github.com/callup/callup/internal/payments/sandbox"
	"github.com/callup/callup/projections/projector"
)

// The rare person: each of the words stands in everything they write.
const (
	rareName  = "Żółwiosława Quibblethorpe"
	rareEmail = "Zolwioslawa.Quibblethorpe@rare.example"
)

var rareTraces = tracesOf("Żółwiosława", "Quibblethorpe", "Zolwioslawa")

// leaving is a world in which somebody leaves traces.
type leaving struct {
	*apiWorld
	logs  *lockedBuffer
	news  *lockedBuffer   // what the bus carried
	wrote map[string]bool // where in which request the rare person put words
	token string
	n     int
}

func newLeaving(t *testing.T) *leaving {
	t.Helper()
	logs, news := &lockedBuffer{}, &lockedBuffer{}
	w := openAPIWorld(t, slog.New(slog.NewTextHandler(logs, &slog.HandlerOptions{Level: slog.LevelDebug})), keyring.Remember(100*time.Millisecond))
	l := &leaving{apiWorld: w, logs: logs, news: news, wrote: map[string]bool{}}
	runner := projector.NewRunner(w.projectionConfig(func(c projector.Change) {
		m, err := bus.Change(c).Message()
		if err != nil {
			t.Error(err)
			return
		}
		_, _ = news.Write(append(m.Payload, '\n')) // never fails
	}))
	if err := runner.Ready(t.Context()); err != nil {
		t.Fatal(err)
	}
	l.background(runner.Run)
	return l
}

// background runs something until the test, or the function it returns, ends it.
func (l *leaving) background(run func(context.Context) error) (stop func()) {
	ctx, cancel := context.WithCancel(context.WithoutCancel(l.t.Context()))
	var wg sync.WaitGroup
	wg.Go(func() {
		if err := run(ctx); err != nil && !errors.Is(err, context.Canceled) {
			l.t.Error(err)
		}
	})
	stop = func() { cancel(); wg.Wait() }
	l.t.Cleanup(stop)
	return stop
}

func (l *leaving) post(path string, body map[string]any, status int, headers ...string) answer {
	l.t.Helper()
	l.n++
	l.note(path, body)
	b, err := json.Marshal(body)
	if err != nil {
		l.t.Fatal(err)
	}
	a := l.send(http.MethodPost, path, string(b), append(headers, "Idempotency-Key", fmt.Sprintf("a key of its own %d", l.n), "User-Agent", "Browser of "+rareName)...)
	if a.status != status {
		l.t.Fatalf("%s answers %d: %s", path, a.status, a.body)
	}
	return a
}

// note remembers the fields of a request that hold the rare person's words.
func (l *leaving) note(path string, body map[string]any) {
	for field, value := range body {
		switch value := value.(type) {
		case string:
			if rareTraces.in(value) != "" {
				l.wrote[path+" "+field] = true
			}
		case []map[string]any:
			for _, item := range value {
				l.note(path, item)
			}
		}
	}
}

func (l *leaving) as(token, command string, body map[string]any, status int) answer {
	l.t.Helper()
	return l.post("/api/commands/"+command, body, status, "Authorization", "Bearer "+token)
}

// reacted waits until the reactors have handled everything.
func (l *leaving) reacted() {
	l.t.Helper()
	_, head, err := l.store.Head(l.t.Context())
	if err != nil {
		l.t.Fatal(err)
	}
	l.until("that the reactors have handled everything", func() bool {
		return l.number(`SELECT count(*) FROM reactor_checkpoints WHERE position = $1`, head.String()) == 4
	})
}

func (l *leaving) until(what string, ok func() bool) {
	l.t.Helper()
	ctx, cancel := context.WithTimeout(l.t.Context(), time.Minute)
	defer cancel()
	for !ok() {
		if ctx.Err() != nil {
			l.t.Fatalf("%s never came about\n%s", what, tail(l.logs.String()))
		}
		wait(ctx, 5*time.Millisecond)
	}
}

func (l *leaving) number(sql string, args ...any) (n int) {
	l.t.Helper()
	if err := l.pool.QueryRow(l.t.Context(), sql, args...).Scan(&n); err != nil {
		l.t.Fatal(err)
	}
	return n
}

// register signs the rare person up as people do.
func (l *leaving) register() ident.ID {
	l.t.Helper()
	l.post("/api/auth/sign-up", map[string]any{
		"full_name": rareName, "email": rareEmail, "password": "a long word nobody knows", "terms_accepted": true, "lang": "en",
	}, http.StatusAccepted)
	mails, err := l.outbox.Recent(l.t.Context(), rareEmail, 1)
	if err != nil || len(mails) != 1 {
		l.t.Fatal(len(mails), err)
	}
	token := regexp.MustCompile(`token=([\w-]+)`).FindStringSubmatch(mails[0].Text)[1]
	l.post("/api/auth/confirm", map[string]any{"token": token}, http.StatusNoContent)
	var in struct {
		AccessToken string `json:"access_token"`
		Member      struct {
			ID ident.ID `json:"id"`
		} `json:"member"`
	}
	l.post("/api/auth/sign-in", map[string]any{"email": rareEmail, "password": "a long word nobody knows"}, http.StatusOK).json(l.t, &in)
	l.token = in.AccessToken
	return in.Member.ID
}

func (l *leaving) launch(token string, changes map[string]any) ident.ID {
	l.t.Helper()
	body := map[string]any{
		"title": "A roof", "description": "For the school", "story": "It rains in.", "category": "community", "resource_types": []string{"money"},
		"currency": "EUR", "goal_amount": 100_000, "lang": "en",
	}
	maps.Copy(body, changes)
	var out struct {
		ID ident.ID `json:"campaign_id"`
	}
	l.as(token, "launch-campaign", body, http.StatusOK).json(l.t, &out)
	return out.ID
}

func (l *leaving) give(token string, to ident.ID, changes map[string]any) ident.ID {
	l.t.Helper()
	body := map[string]any{"campaign_id": to, "amount": 2500, "currency": "USD", "lang": "en"}
	maps.Copy(body, changes)
	var out struct {
		ID ident.ID `json:"donation_id"`
	}
	headers := []string{}
	if token != "" {
		headers = append(headers, "Authorization", "Bearer "+token)
	}
	l.post("/api/commands/donate-money", body, http.StatusOK, headers...).json(l.t, &out)
	return out.ID
}

// paid approves a payment at the provider, and tells it as its webhook would.
func (l *leaving) paid(id ident.ID) ident.ID {
	l.t.Helper()
	reference, err := giving.PaymentReference(l.t.Context(), l.commands.Handler, id)
	if err != nil {
		l.t.Fatal(err)
	}
	e, err := l.sandbox.Approve(l.t.Context(), reference, sandbox.Options{})
	if err != nil {
		l.t.Fatal(err)
	}
	if _, err := giving.HearPayment(l.t.Context(), l.commands, e); err != nil {
		l.t.Fatal(err)
	}
	return id
}

// returned gives a part of a gift back.
func (l *leaving) returned(id ident.ID, minor int64) {
	l.t.Helper()
	at := l.at()
	if _, err := giving.RefundDonation.Run(l.t.Context(), l.commands, operatorAsks("refund"), giving.RefundDonationBody{DonationBody: giving.DonationBody{DonationID: id}, Amount: minor}); err != nil {
		l.t.Fatal(err)
	}
	l.until("that the refund is asked for", func() bool {
		return l.number(`SELECT count(*) FROM sandbox_refunds r JOIN sandbox_payments p USING (reference) WHERE p.donation = $1`, id) > 0
	})
	for r, err := range l.store.ReadStream(l.t.Context(), eventstore.StreamName("donation", id), 0) {
		if err != nil {
			l.t.Fatal(err)
		}
		if r.Type != "DonationRefundRequested" || !at.Before(r.Position) {
			continue
		}
		var asked struct{ Refund ident.ID }
		if err := json.Unmarshal(r.Data, &asked); err != nil {
			l.t.Fatal(err)
		}
		made, err := l.payments.LookupRefund(l.t.Context(), asked.Refund)
		if err != nil {
			l.t.Fatal(err)
		}
		if _, err := giving.HearPayment(l.t.Context(), l.commands, made); err != nil {
			l.t.Fatal(err)
		}
	}
}

// refusing is a mail server that knows nobody, and repeats to whom it would not deliver.
type refusing struct{}

func (refusing) Send(_ context.Context, m mail.Message) error {
	return fmt.Errorf("550 5.1.1 <%s>: recipient unknown", m.To)
}

// undeliverable runs the reactors with that mail server, so that mails become dead letters.
func (l *leaving) undeliverable(while func()) {
	router := reactors.NewRouter(l.store, l.cat, l.keys, l.pool, l.log, reactors.All(reactors.Config{
		Catalog: l.cat, Keys: l.keys, Store: l.store, Commands: l.commands, Payments: l.payments, Timers: l.timers, Mailer: refusing{},
		Public: l.public, SignOut: func(context.Context, ident.ID) error { return nil },
	})...)
	router.Patience = reactors.Patience{}
	stop := l.background(router.Run)
	while()
	l.reacted()
	stop()
}

// figures are every total there is, but for what the erasure itself changes: nothing.
func (l *leaving) figures() string {
	l.t.Helper()
	builds, err := projector.Builds(l.t.Context(), l.pool)
	if err != nil {
		l.t.Fatal(err)
	}
	var out []string
	for _, b := range builds {
		if b.State != projector.Live || !slices.ContainsFunc(l.all, func(p *projector.Projection) bool { return p.Name == b.Projection && p.Version == b.Version }) {
			continue
		}
		for table, columns := range map[string]string{
			"campaign_progress": "campaign, currency, raised, refunded, gifts, supporters", "contributor_totals": "supporter, currency, given, gifts, campaigns",
			"platform_totals": "currency, raised, main, gifts", "platform_counts": "kind, count",
			"campaign_supporters": "contribution, currency, amount, refunded, state", "wallet_history": "donation, gift, fee, counted, refunded",
		} {
			if b.Projection != table && (b.Projection != "platform_totals" || table != "platform_counts") {
				continue
			}
			var text string
			if err := l.pool.QueryRow(l.t.Context(), `SELECT coalesce(string_agg(r::text, ' ' ORDER BY r::text), '')
				FROM (SELECT `+columns+` FROM `+b.Schema+`.`+table+`) AS r`).Scan(&text); err != nil {
				l.t.Fatal(err)
			}
			out = append(out, table+": "+text)
		}
	}
	slices.Sort(out)
	return strings.Join(out, "\n")
}

// verified rebuilds every projection from the log and compares.
func (l *leaving) verified() {
	l.t.Helper()
	for _, p := range l.all {
		v, err := projector.NewBuilder(l.projectionConfig(nil)).Verify(l.t.Context(), p)
		if err != nil || v.Total != 0 {
			l.t.Errorf("%s rebuilt from the log: %d differences (%v), %v", p.Name, v.Total, v.Differences, err)
		}
	}
}

func (l *leaving) folded() {
	l.t.Helper()
	ctx, cancel := context.WithTimeout(l.t.Context(), time.Minute)
	defer cancel()
	if err := l.tracker.Wait(ctx, l.at()); err != nil {
		l.t.Fatal(err)
	}
}

func (l *leaving) noTrace(what string) {
	l.t.Helper()
	found, err := rareTraces.inDatabase(l.t.Context(), l.pool)
	if err != nil {
		l.t.Fatal(err)
	}
	for _, f := range found {
		l.t.Errorf("%s: %s", what, f)
	}
	files, err := rareTraces.inFiles(l.cfg.Data)
	if err != nil || len(files) > 0 {
		l.t.Errorf("%s: %v, %v", what, files, err)
	}
	if trace := rareTraces.in(l.news.String()); trace != "" || l.news.String() == "" {
		l.t.Errorf("%s: the bus carried %q, in %d bytes", what, trace, len(l.news.String()))
	}
	for format, text := range l.exports() {
		if trace := rareTraces.in(text); trace != "" || len(text) < 1000 {
			l.t.Errorf("%s: an export as %s holds %q, in %d bytes", what, format, trace, len(text))
		}
	}
	for line := range strings.SplitSeq(l.logs.String(), "\n") {
		if rareTraces.in(line) != "" && !strings.Contains(line, "recipient unknown") { // what the test's own mail server says
			l.t.Errorf("%s: the log says %s", what, line)
		}
	}
}

// exports are the log as events and as contributions, with everything personal that can still be read.
func (l *leaving) exports() map[string]string {
	l.t.Helper()
	texts := map[string]string{}
	for _, format := range []string{"jsonl", "csv"} {
		var out strings.Builder
		p := &program{stdout: &out, stderr: io.Discard}
		a := exportAsked{eventsAsked: eventsAsked{disclosing: disclosing{personal: true, reason: "to search it"}}, format: format}
		if err := p.exportEvents(l.t.Context(), l.base, &a); err != nil {
			l.t.Fatal(err)
		}
		texts[format] = out.String()
	}
	return texts
}

// lived is a member who wrote into everything one can write into.
func (l *leaving) lived() (member, theirs, others ident.ID) {
	member = l.register()
	l.post("/api/auth/sign-up", map[string]any{ // a mail says that there is an account
		"full_name": rareName, "email": rareEmail, "password": "a long word nobody knows", "terms_accepted": true, "lang": "en",
	}, http.StatusAccepted)
	l.post("/api/auth/resend-confirmation", map[string]any{"email": rareEmail}, http.StatusAccepted)
	rareWords := map[string]any{
		"title": "Help for " + rareName, "description": rareName + " needs you", "story": "I am " + rareName, "location": "Quibblethorpe-sur-Mer",
		"resource_types": []string{"money", "materials"}, "beneficiary_name": rareName, "beneficiary_relationship": "friend", "beneficiary_consent": true,
		"needs": []map[string]any{{"item": "Żółwiosława's rope", "quantity": 3, "unit": "quibblethorpes", "note": "for " + rareName}},
	}
	stop := l.background(l.router.Run)
	l.as(l.token, "revise-profile", map[string]any{"display_name": rareName, "bio": "Call me " + rareName, "location": "Quibblethorpe", "lang": "en"}, http.StatusOK)
	l.as(l.token, "revise-profile", map[string]any{"display_name": rareName, "bio": strings.Repeat(rareName, 40), "lang": "en"}, http.StatusUnprocessableEntity)
	theirs = l.launch(l.token, rareWords)
	others = l.launch(l.tokens["owner"], nil)
	revised := maps.Clone(rareWords)
	maps.Copy(revised, map[string]any{
		"campaign_id": theirs, "category": "community", "currency": "EUR", "goal_amount": 100_000, "lang": "en", "beneficiary_name": "", "beneficiary_relationship": "",
	})
	l.as(l.token, "revise-campaign", revised, http.StatusOK)
	revised["beneficiary_name"], revised["beneficiary_relationship"] = "Another Quibblethorpe", "family"
	l.as(l.token, "revise-campaign", revised, http.StatusOK)

	words := map[string]any{"message": "From " + rareName, "donor_name": rareName, "donor_email": rareEmail}
	l.paid(l.give(l.token, others, map[string]any{"message": "Courage, says " + rareName}))
	l.paid(l.give(l.token, others, map[string]any{"message": "Nobody knows " + rareName, "anonymous": true}))
	l.returned(l.paid(l.give("", others, words)), 700)
	l.paid(l.give(l.token, theirs, nil)) // to begin with
	l.paid(l.give(l.tokens["other"], theirs, map[string]any{"message": "Gladly"}))
	l.returned(l.paid(l.give("", theirs, map[string]any{"donor_name": "Bea", "donor_email": "bea@example.org"})), 2500)
	l.reacted()
	stop()
	l.undeliverable(func() { l.paid(l.give("", others, words)) })
	l.give("", others, words)                                                                 // their page stays open
	l.give(l.tokens["other"], theirs, nil)                                                    // so does one that shows their title
	l.give("", theirs, map[string]any{"donor_name": "Bea", "donor_email": "bea@example.org"}) // and this one
	l.exec(`UPDATE timers SET error = 'no route to ' || $1`, rareEmail)                       // as a provider might say
	l.folded()
	return member, theirs, others
}

// otherBuilds makes tables of every kind that people do not read: one retired, one abandoned, one of another version, one
// kept for going back, and those of a past moment.
func (l *leaving) otherBuilds() {
	l.t.Helper()
	chosen, err := l.chosen([]string{"campaigns", "members", "wallet_history", "campaign_supporters"})
	if err != nil {
		l.t.Fatal(err)
	}
	builder := projector.NewBuilder(l.projectionConfig(nil))
	if _, err := builder.Rebuild(l.t.Context(), chosen, true); err != nil {
		l.t.Fatal(err)
	}
	for projection, change := range map[string]string{
		"campaigns": "state = 'retired', retired_at = now()", "members": "state = 'building'", "wallet_history": "state = 'live', version = 1, live_at = now() - interval '1 day'",
	} {
		l.exec(`UPDATE projection_builds SET ` + change + ` WHERE projection = '` + projection + `' AND state = 'previous'`)
	}
	at := l.at()
	then := &projector.AsOf{At: selection.At(at), Until: at, Schema: "then", Personal: true, KeepUntil: now().AddDate(0, 0, 7)}
	if _, err := builder.BuildPast(l.t.Context(), l.all, then); err != nil {
		l.t.Fatal(err)
	}
}

// masked makes tables of this moment without personal text: they hold none of it, though nobody was erased.
func (l *leaving) masked() {
	l.t.Helper()
	at := l.at()
	past := &projector.AsOf{At: selection.At(at), Until: at, Schema: "masked", KeepUntil: now().AddDate(0, 0, 7)}
	if _, err := projector.NewBuilder(l.projectionConfig(nil)).BuildPast(l.t.Context(), l.all, past); err != nil {
		l.t.Fatal(err)
	}
	found, err := rareTraces.inSchemas(l.t.Context(), l.pool, "= 'masked'")
	if err != nil || len(found) > 0 {
		l.t.Errorf("masked tables hold %v, %v", found, err)
	}
	then, err := rareTraces.inSchemas(l.t.Context(), l.pool, "= 'then'")
	if err != nil || len(then) < 4 {
		l.t.Errorf("tables of the past in the clear hold %v, %v", then, err)
	}
}

func (l *leaving) exec(sql string, args ...any) {
	l.t.Helper()
	if _, err := l.pool.Exec(l.t.Context(), sql, args...); err != nil {
		l.t.Fatal(err)
	}
}

func (l *leaving) program() (*program, *bytes.Buffer) {
	out := &bytes.Buffer{}
	return &program{stdout: out, stderr: out}, out
}

// plantedIn checks that whatever an export tells of the rare person holds one of their words, so that the search for these
// words is one for all of it, and that it tells of every area.
func (l *leaving) plantedIn(x erasing.Export, areas ...string) {
	l.t.Helper()
	for _, area := range areas {
		if x[area] == nil || fmt.Sprint(x[area]) == "[]" {
			l.t.Errorf("the export tells nothing of %s", area)
		}
	}
	for path, text := range l.words(x) {
		if rareTraces.in(text) == "" {
			l.t.Errorf("the export tells %q at %s, which holds none of the rare words: plant one there, or say here that it names nobody", text, path)
		}
	}
}

// toldNothing checks that an export tells nothing of the rare person any more.
func (l *leaving) toldNothing(x erasing.Export) {
	l.t.Helper()
	for path, text := range l.words(x) {
		l.t.Errorf("the export still tells %q at %s", text, path)
	}
}

// chosen are the fields of an export that hold one of a list.
var chosen = []string{"lang", "currency", "category", "beneficiary_relationship", "end_date"}

// structural are ids and times.
var structural = regexp.MustCompile(`^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}$|^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-][\d:]+)$`)

// words are what an export holds that people wrote, by where.
func (l *leaving) words(x erasing.Export) map[string]string {
	l.t.Helper()
	text, err := json.Marshal(x)
	if err != nil {
		l.t.Fatal(err)
	}
	var all any
	if err := json.Unmarshal(text, &all); err != nil {
		l.t.Fatal(err)
	}
	out := map[string]string{}
	var walk func(path string, v any)
	walk = func(path string, v any) {
		switch v := v.(type) {
		case map[string]any:
			if to, ok := v["to"].(string); ok { // a mail, whose text may name nobody but whom it went to
				out[path] = fmt.Sprint(to, " ", v["text"])
				return
			}
			for name, part := range v {
				if !slices.Contains(chosen, strings.ToLower(name)) {
					walk(path+"/"+name, part)
				}
			}
		case []any:
			for i, part := range v {
				walk(fmt.Sprint(path, "/", i), part)
			}
		case string:
			if v != "" && !structural.MatchString(v) {
				out[path] = v
			}
		}
	}
	walk("", all)
	return out
}
