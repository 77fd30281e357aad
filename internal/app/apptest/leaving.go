package apptest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/png"
	"log/slog"
	"maps"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/callup/callup/commands/giving"
	"github.com/callup/callup/commands/reactors"
	"github.com/callup/callup/commands/staff"
	"github.com/callup/callup/domain/donation"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/notice"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/internal/app"
	"github.com/callup/callup/internal/auth"
	"github.com/callup/callup/internal/bus"
	"github.com/callup/callup/internal/mail"
	"github.com/callup/callup/internal/ports"
	"github.com/callup/callup/internal/testing/datadir"
	"github.com/callup/callup/internal/testing/testdb"
	"github.com/callup/callup/projections/projector"
)

// The rare person: each of the words stands in everything they write.
const (
	RareName  = "Żółwiosława Quibblethorpe"
	RareEmail = "Zolwioslawa.Quibblethorpe@rare.example"

	rareFormer = "Zolwioslawa.Quibblethorpe@former.example" // the address they signed up with
	rareLater  = "Quibblethorpe@later.example"              // another, which they never confirmed
)

// RareTraces are those of the rare person.
var RareTraces = TracesOf("Żółwiosława", "Quibblethorpe", "Zolwioslawa")

// Leaving is a world in which somebody leaves traces.
type Leaving struct {
	*World
	Logs  *Buffer
	News  *Buffer         // what the bus carried
	Wrote map[string]bool // where in which request the rare person put words
	Token string
	n     int
}

// NewLeaving makes one, with projections that follow it.
func NewLeaving(t *testing.T) *Leaving {
	t.Helper()
	return newLeaving(t, "CALLUP_DATA="+t.TempDir(), "DATABASE_URL="+testdb.New(t))
}

// NewLeavingOnFiles makes one on a Postgres of its own, whose files lie below the data folder.
func NewLeavingOnFiles(t *testing.T) *Leaving {
	t.Helper()
	dir, err := os.MkdirTemp("", "callup-test-files-") //nolint:usetesting // Postgres' user may not enter t.TempDir
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	if err := errors.Join(os.Chmod(dir, 0o711), datadir.FillMigratedWithin(t.Context(), dir)); err != nil {
		t.Fatal(err)
	}
	return newLeaving(t, "CALLUP_DATA="+dir)
}

func newLeaving(t *testing.T, settings ...string) *Leaving {
	t.Helper()
	logs, news := &Buffer{}, &Buffer{}
	w := openWorld(t, slog.New(slog.NewTextHandler(logs, &slog.HandlerOptions{Level: slog.LevelDebug})), Times(), settings...)
	l := &Leaving{World: w, Logs: logs, News: news, Wrote: map[string]bool{}}
	runner := projector.NewRunner(w.ProjectionConfig(func(c projector.Change) {
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
	l.Background(runner.Run)
	return l
}

// Background runs something until the test, or the function it returns, ends it.
func (l *Leaving) Background(run func(context.Context) error) (stop func()) {
	ctx, cancel := context.WithCancel(context.WithoutCancel(l.T.Context()))
	var wg sync.WaitGroup
	wg.Go(func() {
		if err := run(ctx); err != nil && !errors.Is(err, context.Canceled) {
			l.T.Error(err)
		}
	})
	stop = func() { cancel(); wg.Wait() }
	l.T.Cleanup(stop)
	return stop
}

// Post sends a request, and expects a status.
func (l *Leaving) Post(path string, body map[string]any, status int, headers ...string) Answer {
	l.T.Helper()
	l.n++
	l.note(path, body)
	b, err := json.Marshal(body)
	if err != nil {
		l.T.Fatal(err)
	}
	a := l.Send(http.MethodPost, path, string(b),
		append(headers, "Idempotency-Key", fmt.Sprintf("a key of its own %d", l.n), "User-Agent", "Browser of "+RareName)...)
	if a.Status != status {
		l.T.Fatalf("%s answers %d: %s", path, a.Status, a.Body)
	}
	return a
}

// note remembers the fields of a request that hold the rare person's words.
func (l *Leaving) note(path string, body map[string]any) {
	for field, value := range body {
		switch value := value.(type) {
		case string:
			if RareTraces.In(value) != "" {
				l.Wrote[path+" "+field] = true
			}
		case map[string]any:
			l.note(path, value)
		case []map[string]any:
			for _, item := range value {
				l.note(path, item)
			}
		}
	}
}

func (l *Leaving) as(token, command string, body map[string]any, status int) Answer {
	l.T.Helper()
	return l.Post("/api/commands/"+command, body, status, "Authorization", "Bearer "+token)
}

// Reacted waits until the reactors have handled everything.
func (l *Leaving) Reacted() {
	l.T.Helper()
	l.Until("that the reactors have handled everything", func() bool {
		// The head is read anew each time: what a reactor does about an event is an event, too, and moves it on.
		_, head, err := l.Store.Head(l.T.Context())
		if err != nil {
			l.T.Fatal(err)
		}
		return l.Number(`SELECT count(*) FROM reactor_checkpoints WHERE position = $1`, head.String()) ==
			len(reactors.All(reactors.Config{Catalog: l.Catalog}))
	})
}

// Until waits until something has come about.
func (l *Leaving) Until(what string, ok func() bool) {
	l.T.Helper()
	ctx, cancel := context.WithTimeout(l.T.Context(), 5*time.Minute)
	defer cancel()
	for !ok() {
		if ctx.Err() != nil {
			l.T.Fatalf("%s never came about\n%s", what, Tail(l.Logs.String()))
		}
		Wait(ctx, 5*time.Millisecond)
	}
}

// Number is the one number that a query answers.
func (l *Leaving) Number(sql string, args ...any) (n int) {
	l.T.Helper()
	if err := l.Pool.QueryRow(l.T.Context(), sql, args...).Scan(&n); err != nil {
		l.T.Fatal(err)
	}
	return n
}

// Register signs the rare person up as people do, and has them change their address; a second change waits for its
// confirmation.
func (l *Leaving) Register() ident.ID {
	l.T.Helper()
	l.Post("/api/auth/sign-up", map[string]any{
		"full_name": RareName, "email": rareFormer, "password": "a long word nobody knows", "terms_accepted": true, "lang": "en",
	}, http.StatusAccepted)
	token := l.mailed(rareFormer)
	var in struct {
		AccessToken string `json:"access_token"`
		Member      struct {
			ID ident.ID `json:"id"`
		} `json:"member"`
	}
	l.Post("/api/auth/confirm", map[string]any{
		"token": token, "password": "a long word nobody knows", "anew": true, "full_name": RareName, "terms_accepted": true,
		"lang": "en",
	}, http.StatusOK)
	l.Post("/api/auth/sign-in", map[string]any{"email": rareFormer, "password": "a long word nobody knows"},
		http.StatusOK).JSON(l.T, &in)
	for _, email := range []string{RareEmail, rareLater} {
		l.Post("/api/auth/change-email", map[string]any{"email": email}, http.StatusAccepted,
			"Authorization", "Bearer "+in.AccessToken)
		if email == RareEmail {
			l.Post("/api/auth/confirm-email", map[string]any{"token": l.mailed(email)}, http.StatusNoContent)
		}
	}
	l.Post("/api/auth/choose-email", map[string]any{"token": "of no link", "email": RareEmail}, http.StatusNotFound)
	l.Token = in.AccessToken
	return in.Member.ID
}

// mailed is the secret of the link in the newest mail to an address.
func (l *Leaving) mailed(to string) string {
	l.T.Helper()
	mails, err := l.Outbox.Recent(l.T.Context(), to, 1)
	if err != nil || len(mails) != 1 {
		l.T.Fatal(len(mails), err)
	}
	return regexp.MustCompile(`token=([\w-]+)`).FindStringSubmatch(mails[0].Text)[1]
}

// Launch launches a campaign of the rare person, with changes to what it says.
func (l *Leaving) Launch(token string, changes map[string]any) ident.ID {
	l.T.Helper()
	body := map[string]any{
		"title": "A roof", "description": "For the school", "story": "It rains in.", "category": "community",
		"resource_types": []string{"money"},
		"currency":       "EUR", "goal_amount": 100_000, "lang": "en",
	}
	maps.Copy(body, changes)
	var out struct {
		ID ident.ID `json:"campaign_id"`
	}
	l.as(token, "launch-campaign", body, http.StatusOK).JSON(l.T, &out)
	return out.ID
}

// Give gives to a campaign, with changes to what is said.
func (l *Leaving) Give(token string, to ident.ID, changes map[string]any) ident.ID {
	l.T.Helper()
	body := map[string]any{"campaign_id": to, "amount": 2500, "currency": "USD", "lang": "en"}
	maps.Copy(body, changes)
	var out struct {
		ID ident.ID `json:"donation_id"`
	}
	headers := []string{}
	if token != "" {
		headers = append(headers, "Authorization", "Bearer "+token)
	}
	l.Post("/api/commands/donate-money", body, http.StatusOK, headers...).JSON(l.T, &out)
	return out.ID
}

// returned gives a part of a gift back.
func (l *Leaving) returned(id ident.ID, minor int64) {
	l.T.Helper()
	at := l.At()
	if _, err := giving.RefundDonation.Run(l.T.Context(), l.Commands, app.OperatorAsks("refund"),
		giving.RefundDonationBody{DonationBody: giving.DonationBody{DonationID: id}, Amount: minor}); err != nil {
		l.T.Fatal(err)
	}
	l.Until("that the refund is asked for", func() bool {
		return l.Number(`SELECT count(*) FROM sandbox_refunds r JOIN sandbox_payments p USING (reference) WHERE p.donation = $1`,
			id) > 0
	})
	for r, err := range l.Store.ReadStream(l.T.Context(), eventstore.StreamName("donation", id), 0) {
		if err != nil {
			l.T.Fatal(err)
		}
		if r.Type != "DonationRefundRequested" || !at.Before(r.Position) {
			continue
		}
		var asked struct{ Refund ident.ID }
		if err := json.Unmarshal(r.Data, &asked); err != nil {
			l.T.Fatal(err)
		}
		made, err := l.Payments.LookupRefund(l.T.Context(), ports.RefundPayment{Refund: asked.Refund})
		if err != nil {
			l.T.Fatal(err)
		}
		if _, err := giving.HearPayment(l.T.Context(), l.Commands, made); err != nil {
			l.T.Fatal(err)
		}
	}
}

// refusing is a mail server that knows nobody, and repeats to whom it would not deliver.
type refusing struct{}

func (refusing) Send(_ context.Context, m mail.Message) error {
	return fmt.Errorf("550 5.1.1 <%s>: recipient unknown", m.To)
}

// undeliverable runs the reactors with that mail server, so that mails become dead letters.
func (l *Leaving) undeliverable(while func()) {
	router := reactors.NewRouter(l.Store, l.Catalog, l.Keys, l.Pool, l.Log, reactors.All(reactors.Config{
		Catalog: l.Catalog, Keys: l.Keys, Store: l.Store, Commands: l.Commands, Payments: l.Payments, Timers: l.Timers,
		Mailer: refusing{}, Stop: func(member ident.ID, kind notice.Kind, lang string) string {
			return l.Stopping.Link(member, string(kind), lang)
		},
		Receipt: func(id ident.ID) string { return l.Public + l.Receipts.PathOf(id) },
		Public:  l.Public, SignOut: func(context.Context, ident.ID) error { return nil },
		MemberWith: func(context.Context, string) (ident.ID, error) { return ident.Nil, nil },
	})...)
	router.Times.Tries = reactors.Waits{}
	stop := l.Background(router.Run)
	while()
	l.Reacted()
	stop()
}

// Figures are every total there is, but for what the erasure itself changes: nothing.
func (l *Leaving) Figures() string {
	l.T.Helper()
	builds, err := projector.Builds(l.T.Context(), l.Pool)
	if err != nil {
		l.T.Fatal(err)
	}
	var out []string
	for _, b := range builds {
		if b.State != projector.Live || !slices.ContainsFunc(l.Projections,
			func(p *projector.Projection) bool { return p.Name == b.Projection && p.Version == b.Version }) {
			continue
		}
		for table, columns := range map[string]string{
			"campaign_progress":  "campaign, currency, raised, refunded, gifts, supporters, minutes_confirmed, minutes_pledged, items_received, items_pledged",
			"contributor_totals": "supporter, currency, given, gifts, campaigns",
			"platform_totals":    "currency, raised, main, gifts", "platform_counts": "kind, count",
			"campaign_supporters": "contribution, currency, amount, refunded, minutes, quantity, state",
			"pledges":             "id, status, minutes, confirmed, quantity, received",
			"wallet_history":      "donation, gift, fee, counted, refunded",
		} {
			if b.Projection != table && (b.Projection != "platform_totals" || table != "platform_counts") {
				continue
			}
			var text string
			if err := l.Pool.QueryRow(l.T.Context(), `SELECT coalesce(string_agg(r::text, ' ' ORDER BY r::text), '')
				FROM (SELECT `+columns+` FROM `+b.Schema+`.`+table+`) AS r`).Scan(&text); err != nil {
				l.T.Fatal(err)
			}
			out = append(out, table+": "+text)
		}
	}
	slices.Sort(out)
	return strings.Join(out, "\n")
}

// Folded waits until the read tables hold everything.
func (l *Leaving) Folded() {
	l.T.Helper()
	ctx, cancel := context.WithTimeout(l.T.Context(), 5*time.Minute)
	defer cancel()
	if err := l.Tracker.Wait(ctx, l.At()); err != nil {
		l.T.Fatal(err)
	}
}

// Lived is a member who wrote into everything one can write into.
func (l *Leaving) Lived() (member, theirs, others ident.ID) {
	member = l.Register()
	l.Post("/api/auth/sign-up", map[string]any{ // a mail says that there is an account
		"full_name": RareName, "email": RareEmail, "password": "a long word nobody knows", "terms_accepted": true, "lang": "en",
	}, http.StatusAccepted)
	l.Post("/api/auth/resend-confirmation", map[string]any{"email": RareEmail}, http.StatusAccepted)
	l.Post("/api/auth/forgot-password", map[string]any{"email": RareEmail}, http.StatusAccepted)
	rareWords := map[string]any{
		"title": "Help for " + RareName, "description": RareName + " needs you", "story": "I am " + RareName,
		"location":       "Quibblethorpe-sur-Mer",
		"resource_types": []string{"money", "time", "materials"}, "time_goal_hours": 12, "beneficiary_name": RareName, "beneficiary_relationship": "friend",
		"beneficiary_consent": true, "money_purpose": "A shed for " + RareName,
		"needs": []map[string]any{{"item": "Żółwiosława's rope", "quantity": 3, "unit": "quibblethorpes",
			"note": "for " + RareName}},
	}
	stop := l.Background(l.Router.Run)
	l.as(l.Token, "revise-profile", map[string]any{"display_name": RareName, "bio": "Call me " + RareName,
		"location": "Quibblethorpe", "skills": []string{"Quibblethorpe dances"}, "lang": "en"}, http.StatusOK)
	l.as(l.Token, "choose-visibility", map[string]any{"part": "listed", "shown": true}, http.StatusOK)
	l.as(l.Token, "revise-profile", map[string]any{"display_name": RareName, "bio": strings.Repeat(RareName, 40), "lang": "en"},
		http.StatusUnprocessableEntity)
	l.as(l.Token, "change-avatar", map[string]any{"upload": RareName}, http.StatusUnprocessableEntity)
	l.as(l.Token, "change-avatar", map[string]any{"upload": l.upload("avatar")}, http.StatusOK)
	l.pressed(l.Token)
	l.pressed(l.Tokens["owner"]) // on a page with the name
	l.as(l.Token, "write-to-support", RareMessage(), http.StatusOK)
	l.Post("/api/commands/write-to-support", RareMessage(), http.StatusOK)
	l.passkey(member)
	l.granted("owner@example.org", member)
	theirs = l.Launch(l.Token, rareWords)
	others = l.Launch(l.Tokens["owner"], helped)
	if _, err := l.Visits.Visit(l.T.Context(), member, others, []byte(`{"raised":1}`), false); err != nil {
		l.T.Fatal(err)
	}
	revised := maps.Clone(rareWords)
	maps.Copy(revised, map[string]any{
		"campaign_id": theirs, "category": "community", "currency": "EUR", "goal_amount": 100_000, "lang": "en", "beneficiary_name": "",
		"beneficiary_relationship": "",
	})
	l.as(l.Token, "revise-campaign", revised, http.StatusOK)
	revised["beneficiary_name"], revised["beneficiary_relationship"] = "Another Quibblethorpe", "family"
	l.as(l.Token, "revise-campaign", revised, http.StatusOK)
	l.showed(revised)
	l.pledged(theirs, others)
	l.updated(theirs)
	l.wrote()
	l.reviewed(member, theirs, others)
	l.announced(theirs)
	l.organized()
	l.drafted(rareWords)
	l.as(l.Token, "cancel-campaign", map[string]any{
		"campaign_id": l.Launch(l.Token, rareWords), "reason": RareName + " has no shed any more",
	}, http.StatusOK)

	words := map[string]any{"message": "From " + RareName, "donor_name": RareName, "donor_email": RareEmail}
	l.asks(l.Paid(l.Give(l.Token, others, map[string]any{"message": "Courage, says " + RareName})))
	l.Paid(l.Give(l.Token, others, map[string]any{"message": "Nobody knows " + RareName, "anonymous": true}))
	l.returned(l.Paid(l.Give("", others, words)), 700)
	l.Paid(l.Give(l.Token, theirs, nil)) // to begin with
	l.answers(theirs, l.Paid(l.Give(l.Tokens["other"], theirs, map[string]any{"message": "Gladly"})))
	l.returned(l.Paid(l.Give("", theirs, map[string]any{"donor_name": "Bea", "donor_email": "bea@example.org"})), 2500)
	l.teamed(theirs)
	l.talked(member)
	l.blocked(member)
	l.Reacted()
	stop()
	l.undeliverable(func() { l.Paid(l.Give("", others, words)) })
	l.Give("", others, words)                                                                 // their page stays open
	l.Give(l.Tokens["other"], theirs, nil)                                                    // so does one that shows their title
	l.Give("", theirs, map[string]any{"donor_name": "Bea", "donor_email": "bea@example.org"}) // and this one
	l.Exec(`UPDATE timers SET error = 'no route to ' || $1`, RareEmail)                       // as a provider might say
	l.Folded()
	return member, theirs, others
}

// asks has the rare person ask for a gift of theirs to be given back.
func (l *Leaving) asks(gift ident.ID) {
	l.T.Helper()
	l.as(l.Token, "ask-refund", map[string]any{"donation_id": gift, "reason": RareName + " gave twice"}, http.StatusOK)
}

// answers has the rare person tell somebody who gave to their campaign that the gift is not given back, and give back more than
// there is, which is refused, as is what only administrators may.
func (l *Leaving) answers(campaign, gift ident.ID) {
	l.T.Helper()
	l.as(l.Tokens["other"], "ask-refund", map[string]any{"donation_id": gift, "reason": "Please"}, http.StatusOK)
	named := map[string]any{"campaign_id": campaign, "gift_id": donation.LineOf(gift), "reason": "Sorry, says " + RareName}
	l.as(l.Token, "decline-refund", named, http.StatusOK)
	named["amount"] = 90_000_000
	l.as(l.Token, "refund-gift", named, http.StatusUnprocessableEntity)
	l.as(l.Token, "return-gift", named, http.StatusForbidden)
}

// passkey gives the rare person a passkey, which they name; a device that makes none is refused.
func (l *Leaving) passkey(member ident.ID) {
	l.T.Helper()
	id := ident.Pair("passkey", member.String())
	l.Exec(`INSERT INTO account_passkeys (id, account_id, credential_id, public_key, user_handle, sign_count, eligible, synced, name,
		created_at) SELECT $1, id, '\x01', '\x02', '\x03', 0, false, false, 'Phone', now()
		FROM accounts WHERE member_id = $2`, id, member)
	bearer := []string{"Authorization", "Bearer " + l.Token}
	l.Post("/api/auth/rename-passkey", map[string]any{"id": id, "name": "Phone of " + RareName}, http.StatusNoContent, bearer...)
	l.Post("/api/auth/add-passkey", map[string]any{"credential": "{}", "name": RareName}, http.StatusConflict, bearer...)
}

// pressed has a member agree that what they press is counted, and press something where the address holds the rare name.
func (l *Leaving) pressed(token string) {
	l.T.Helper()
	page := "/campaign/" + url.PathEscape(RareName)
	l.as(token, "choose-tracking", map[string]any{"allowed": true}, http.StatusOK)
	l.Post("/api/interactions", map[string]any{"interactions": []map[string]any{{
		"action_type": "onboarding", "page_url": page + " of " + RareName,
		"additional_data": map[string]any{"destination": page + "#" + RareName},
	}}}, http.StatusOK, "Authorization", "Bearer "+token)
}

// upload uploads a picture of a kind.
func (l *Leaving) upload(kind string) string {
	l.T.Helper()
	var picture bytes.Buffer
	if err := png.Encode(&picture, image.NewGray(image.Rect(0, 0, 3, 3))); err != nil {
		l.T.Fatal(err)
	}
	a := l.Send(http.MethodPost, "/api/uploads/"+kind, picture.String(), "Authorization", "Bearer "+l.Token)
	if a.Status != http.StatusCreated {
		l.T.Fatalf("an upload is answered %d: %s", a.Status, a.Body)
	}
	var out struct{ Upload string }
	a.JSON(l.T, &out)
	return out.Upload
}

// granted has an administrator give a member a role and take it back, and give it again.
func (l *Leaving) granted(administrator string, member ident.ID) {
	l.T.Helper()
	owner, err := l.Accounts.MemberByEmail(l.T.Context(), administrator)
	if err != nil {
		l.T.Fatal(err)
	}
	_, err = staff.GrantRole.Run(l.T.Context(), l.Commands, app.OperatorAsks("grant"),
		staff.RoleBody{MemberID: owner, Role: auth.Administrator})
	if err != nil {
		l.T.Fatal(err)
	}
	l.GiveFactor(administrator)
	l.Until("that the owner is administrator", func() bool {
		p, err := l.Accounts.VerifyToken(l.T.Context(), l.Tokens["owner"])
		return err == nil && p.Has(auth.Administrator)
	})
	role := map[string]any{"member_id": member, "role": auth.Moderator, "why": RareName + " reads what is written"}
	for _, command := range []string{"grant-role", "take-role-back", "grant-role"} {
		l.as(l.Tokens["owner"], command, role, http.StatusOK)
	}
}

// RareMessage is what the rare person writes to support.
func RareMessage() map[string]any {
	return map[string]any{
		"name": RareName, "email": RareEmail, "subject": "From " + RareName, "message": "I am " + RareName, "lang": "en",
	}
}

// Exec runs a statement.
func (l *Leaving) Exec(sql string, args ...any) {
	l.T.Helper()
	if _, err := l.Pool.Exec(l.T.Context(), sql, args...); err != nil {
		l.T.Fatal(err)
	}
}

// Failing is a payment provider that answers some questions for the end of a payment with an error, which quotes an address.
type Failing struct {
	app.Provider
	at    []int
	Asked int
}

// Close implements ports.Customers.
func (f *Failing) Close(ctx context.Context, r ports.Recorded) (ports.PaymentEvent, error) {
	if f.Asked++; slices.Contains(f.at, f.Asked) {
		return ports.PaymentEvent{}, fmt.Errorf("no route to %s: %w", RareEmail, ports.ErrPayments)
	}
	return f.Provider.Close(ctx, r)
}

// FailAt has the provider fail for those who erase from now on, as they ask for the n-th time.
func (l *Leaving) FailAt(n ...int) *Failing {
	f := &Failing{Provider: l.Payments, at: n}
	l.Payments = f
	l.Erasures = l.Erasing()
	return f
}
