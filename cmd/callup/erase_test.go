package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/callup/callup/commands/erasing"
	"github.com/callup/callup/domain/erasure"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/ports"
)

// A member who wrote into everything is erased: nothing of them is left anywhere, every figure is what it was, and
// nobody else lost a word.
func TestNoTraceOfAMember(t *testing.T) {
	l := newLeaving(t)
	member, theirs, others := l.lived()
	l.otherBuilds()
	before, err := rareTraces.inDatabase(t.Context(), l.pool)
	if err != nil {
		t.Fatal(err)
	}
	for _, table := range []string{
		"accounts", "account_confirmations", "account_resends", "sessions", "outbox_mails", "sandbox_payments", "dead_letters", "timers",
		"campaigns", "campaign_slugs", "campaign_supporters", "wallet_history", "members",
	} {
		if before[table] == "" {
			t.Errorf("nothing was planted in %s", table)
		}
	}
	if before["events"] != "" || before["command_keys"] != "" || before["subject_keys"] != "" {
		t.Errorf("in the clear: %v", before)
	}
	for format, text := range l.exports() {
		if rareTraces.in(text) == "" {
			t.Errorf("nothing was planted in what is exported as %s", format)
		}
	}
	for _, field := range writable(t) {
		if !l.wrote[field] {
			t.Errorf("nothing was planted in %s", field)
		}
	}
	told := func() erasing.Export {
		x, err := l.erasures.ExportMember(t.Context(), member)
		if err != nil {
			t.Fatal(err)
		}
		return x
	}
	l.plantedIn(told(), "members", "campaigns", "giving", "mails", "accounts")
	l.masked()
	keys := l.number(`SELECT count(*) FROM command_keys WHERE actor = $1`, "member:"+member.String())
	figures, bea := l.figures(), l.number(`SELECT count(*) FROM outbox_mails WHERE recipient = 'owner@example.org'`)

	p, out := l.program()
	if err := p.eraseMember(t.Context(), l.services, rareEmail, true, true); err != nil {
		t.Fatalf("%v\n%s", err, tail(l.logs.String()))
	}
	var shown shownErasure
	if err := json.Unmarshal(out.Bytes()[bytes.IndexByte(out.Bytes(), '{'):], &shown); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if shown.State != erasure.Done || shown.Dropped != 3+2*len(l.all) || shown.Campaigns != 1 || shown.Subjects != 5 || keys == 0 {
		t.Errorf("%+v; %d command keys", shown, keys)
	}
	if rareTraces.in(out.String()) != "" {
		t.Errorf("the command says %s", out)
	}
	for _, r := range shown.Removed {
		if r.Count == 0 {
			t.Errorf("no %s were there to clean out", r.What)
		}
	}
	if n := l.number(`SELECT count(*) FROM command_keys WHERE actor = $1`, "member:"+member.String()); n != 0 {
		t.Errorf("%d command keys are left", n)
	}
	l.folded()
	l.noTrace("erased")
	l.toldNothing(told())
	if now := l.figures(); now != figures {
		t.Errorf("the figures were\n%s\nand are\n%s", figures, now)
	}
	l.verified()
	l.noTrace("rebuilt")

	if a := l.send(http.MethodGet, "/api/auth/session", "", "Authorization", "Bearer "+l.token); a.status != http.StatusUnauthorized {
		// the session was looked up within the last three seconds: it ends with the cache's entry
		l.until("that the member is signed out", func() bool {
			return l.send(http.MethodGet, "/api/auth/session", "", "Authorization", "Bearer "+l.token).status == http.StatusUnauthorized
		})
	}
	l.post("/api/auth/sign-in", map[string]any{"email": rareEmail, "password": "a long word nobody knows"}, http.StatusUnauthorized)
	if n := l.number(`SELECT count(*) FROM sandbox_payments WHERE status = 'open'`); n != 0 {
		t.Errorf("%d payment pages are open", n)
	}
	if n := l.number(`SELECT count(*) FROM outbox_mails WHERE recipient = 'owner@example.org'`); n != bea {
		t.Errorf("the owner of another campaign had %d mails and has %d", bea, n)
	}
	audit := func(id ident.ID) {
		a, err := l.audit(t.Context(), id)
		if err != nil || !a.Agrees {
			t.Errorf("campaign %s: %+v, %v", id, a.Compared, err)
		}
	}
	audit(theirs)
	audit(others)
	if _, _, err := l.erasures.EraseMember(t.Context(), operatorAsks("again"), member, erasure.ByOperator); !errors.Is(err, erasure.ErrErased) {
		t.Errorf("erased again: %v", err)
	}
	t.Run("the same person comes back as somebody new", func(t *testing.T) {
		was := member
		if l.register() == was {
			t.Error("the same member")
		}
		if id := l.give("", others, map[string]any{"donor_email": rareEmail, "donor_name": rareName}); id.IsNil() {
			t.Error("no gift")
		}
	})
}

// A guest's request is carried out by a running server: reactors see it, timers take its steps.
func TestNoTraceOfAGuest(t *testing.T) {
	l := newLeaving(t)
	to := l.launch(l.tokens["owner"], nil)
	stop := l.background(l.router.Run)
	words := map[string]any{"message": "From " + rareName, "donor_name": rareName, "donor_email": rareEmail}
	for range 2 {
		l.paid(l.give("", to, words))
	}
	l.paid(l.give(l.tokens["other"], to, map[string]any{"message": "Gladly"}))
	l.post("/api/auth/sign-up", map[string]any{ // and never confirmed
		"full_name": rareName, "email": rareEmail, "password": "a long word nobody knows", "terms_accepted": true, "lang": "en",
	}, http.StatusAccepted)
	l.reacted()
	l.folded()
	if found, err := rareTraces.inDatabase(t.Context(), l.pool); err != nil || len(found) < 4 {
		t.Fatalf("planted in %v, %v", found, err)
	}
	told, err := l.erasures.ExportGuest(t.Context(), rareEmail)
	if err != nil {
		t.Fatal(err)
	}
	l.plantedIn(told, "giving", "mails")
	figures := l.figures()
	mails := l.number(`SELECT count(*) FROM outbox_mails WHERE recipient = 'other@example.org'`)

	p, out := l.program()
	if err := p.eraseMember(t.Context(), l.services, rareEmail, false, false); err == nil || !strings.Contains(err.Error(), "erase guest") {
		t.Errorf("erased as a member: %v", err)
	}
	if err := p.eraseGuest(t.Context(), l.services, "owner@example.org", false, false); err == nil || !strings.Contains(err.Error(), "member") {
		t.Errorf("a member erased as a guest: %v", err)
	}
	if err := p.eraseGuest(t.Context(), l.services, rareEmail, false, true); err != nil {
		t.Fatal(err)
	}
	var shown shownErasure
	if err := json.Unmarshal(out.Bytes(), &shown); err != nil || shown.State != erasure.Waiting || shown.DueAt.Sub(shown.Since) != 14*24*time.Hour {
		t.Fatalf("%+v, %v", shown, err)
	}
	if err := p.undoErasure(t.Context(), l.services, shown.ID.String()); err != nil {
		t.Fatal(err)
	}
	l.reacted()
	if n := l.number(`SELECT count(*) FROM timers WHERE command = 'advance-erasure'`); n != 0 {
		t.Errorf("%d timers are left of what was undone", n)
	}
	if err := p.eraseGuest(t.Context(), l.services, rareEmail, false, true); err != nil {
		t.Fatal(err)
	}
	l.reacted()
	l.exec(`UPDATE timers SET due_at = now() WHERE command = 'advance-erasure'`) // the days have passed, but for the clock
	if _, err := l.erasures.Begin(t.Context(), operatorAsks("begin"), shown.ID); err != nil {
		t.Fatal(err)
	}
	l.background(l.timers.Run)
	l.until("the end of the erasure", func() bool {
		s, err := l.erasures.State(t.Context(), shown.ID)
		return err == nil && s.Status == erasure.Done
	})
	l.reacted()
	stop()
	l.folded()
	l.noTrace("erased")
	if now := l.figures(); now != figures {
		t.Errorf("the figures were\n%s\nand are\n%s", figures, now)
	}
	if n := l.number(`SELECT count(*) FROM outbox_mails WHERE recipient = 'other@example.org'`); n != mails || n == 0 {
		t.Errorf("another giver had %d mails and has %d", mails, n)
	}
	l.verified()
	out.Reset()
	if err := p.erasureStatus(t.Context(), l.services, nil, false); err != nil || !strings.Contains(out.String(), "completed") || rareTraces.in(out.String()) != "" {
		t.Errorf("the status says %s, %v", out, err)
	}
}

// Who asks to be erased is signed out at once, and can sign in again to undo it.
func TestAskingSignsOut(t *testing.T) {
	l := newLeaving(t)
	member := l.register()
	l.background(l.router.Run)
	session := func() int {
		return l.send(http.MethodGet, "/api/auth/session", "", "Authorization", "Bearer "+l.token).status
	}
	if session() != http.StatusOK {
		t.Fatal("not signed in")
	}
	state, _, err := l.erasures.EraseMember(t.Context(), operatorAsks("as they do themselves"), member, erasure.ByMember)
	if err != nil {
		t.Fatal(err)
	}
	l.until("that the member is signed out", func() bool { return session() == http.StatusUnauthorized })
	l.post("/api/auth/sign-in", map[string]any{"email": rareEmail, "password": "a long word nobody knows"}, http.StatusOK)
	if _, err := l.erasures.Undo(t.Context(), operatorAsks("undo"), state.ID); err != nil {
		t.Error(err)
	}
}

// failing is a payment provider that answers some questions for the end of a payment with an error, which quotes an address.
type failing struct {
	provider
	at    []int
	asked int
}

func (f *failing) Close(ctx context.Context, donation ident.ID) (ports.PaymentEvent, error) {
	if f.asked++; slices.Contains(f.at, f.asked) {
		return ports.PaymentEvent{}, fmt.Errorf("no route to %s: %w", rareEmail, ports.ErrPayments)
	}
	return f.provider.Close(ctx, donation)
}

// failAt has the provider fail for those who erase from now on, as they ask for the n-th time.
func (l *leaving) failAt(n ...int) *failing {
	f := &failing{provider: l.payments, at: n}
	l.payments = f
	l.erasures = l.erasing()
	return f
}

// Whoever erases in the foreground waits for a provider that fails meanwhile, and says so without naming anybody. Who is
// not known is refused all the same at once.
func TestErasingWaitsForTheProvider(t *testing.T) {
	l := newLeaving(t)
	to := l.launch(l.tokens["owner"], nil)
	guest := map[string]any{"donor_name": rareName, "donor_email": rareEmail}
	l.give("", to, guest)
	f := l.failAt(1)
	var out, said bytes.Buffer
	p := &program{stdout: &out, stderr: &said}
	if err := p.eraseGuest(t.Context(), l.services, "nobody@example.org", true, true); err == nil || said.Len() > 0 {
		t.Errorf("who is not known is erased: %v, %s", err, &said)
	}
	if err := p.eraseGuest(t.Context(), l.services, rareEmail, true, true); err != nil || f.asked < 2 {
		t.Fatalf("the provider is asked %d times: %v", f.asked, err)
	}
	var shown shownErasure
	if err := json.Unmarshal(out.Bytes(), &shown); err != nil || shown.State != erasure.Done {
		t.Errorf("%+v, %v", shown, err)
	}
	if s := said.String(); !strings.HasPrefix(s, "Waiting, since the payment provider does not answer; trying again in 1s\n") || rareTraces.in(s) != "" {
		t.Errorf("it says %s", s)
	}

	l.give("", to, guest) // as somebody new
	l.failAt(1)
	interrupted, interrupt := context.WithCancel(t.Context())
	p = &program{stdout: &out, stderr: says{"trying again", interrupt}}
	if err := p.eraseGuest(interrupted, l.services, rareEmail, true, true); !errors.Is(err, context.Canceled) || !strings.Contains(err.Error(), "callup erase resume ") {
		t.Fatalf("cut off, it says %v", err)
	} else if _, id, _ := strings.Cut(err.Error(), "callup erase resume "); p.resumeErasure(t.Context(), l.services, id, true) != nil {
		t.Errorf("what it says can't be done: %v", err)
	}
}

// says does something once some words are written to it.
type says struct {
	words string
	then  func()
}

func (s says) Write(b []byte) (int, error) {
	if bytes.Contains(b, []byte(s.words)) {
		s.then()
	}
	return len(b), nil
}

// A restore starts from nothing when it gives up, so it does not at the first failure, neither before all keys are gone
// nor after.
func TestErasingAgainWaitsForTheProvider(t *testing.T) {
	l := newLeaving(t)
	l.give("", l.launch(l.tokens["owner"], nil), map[string]any{"donor_name": rareName, "donor_email": rareEmail})
	subject, found, err := l.keys.FindGuest(t.Context(), strings.ToLower(rareEmail))
	if err != nil || !found {
		t.Fatal(found, err)
	}
	f := l.failAt(1, 3) // it is asked again when copies of the keys have run out
	var out, said bytes.Buffer
	p := &program{stdout: &out, stderr: &said}
	if err := p.eraseAgain(t.Context(), l.services, []shownErasure{{Kind: erasure.Guest, Subject: subject, State: erasure.Done}}); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out.String(), "1 of 1 people on the list were erased again") || f.asked < 4 {
		t.Errorf("asked %d times, it says %s", f.asked, &out)
	}
	if s := said.String(); strings.Count(s, "Waiting, since the payment provider does not answer; trying again in 1s\n") != 2 || rareTraces.in(s) != "" {
		t.Errorf("it says %s", s)
	}
}
