package erase

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/callup/callup/cmd/callup/audit"
	"github.com/callup/callup/cmd/callup/cli"
	"github.com/callup/callup/commands/erasing"
	"github.com/callup/callup/domain/erasure"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/app"
	"github.com/callup/callup/internal/app/apptest"
)

// uploaded counts the uploads on the disk.
func uploaded(t *testing.T, l *apptest.Leaving) int {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(l.Config.Data, "media", "*", "*"))
	if err != nil {
		t.Fatal(err)
	}
	return len(found)
}

// theirMails are those of the owner of another campaign, but for those that name who gave, or are about what they wrote.
const theirMails = `SELECT count(*) FROM outbox_mails WHERE recipient = 'owner@example.org'
	AND kind NOT IN ('gift_received', 'pledge_received', 'team_joined', 'team_left', 'refund_asked')`

// A member who wrote into everything is erased: nothing of them is left anywhere, every figure is what it was, and
// nobody else lost a word.
func TestNoTraceOfAMember(t *testing.T) {
	t.Parallel()
	l := apptest.NewLeaving(t)
	member, theirs, others := l.Lived()
	otherBuilds(l)
	before, err := apptest.RareTraces.InDatabase(t.Context(), l.Pool)
	if err != nil {
		t.Fatal(err)
	}
	for _, table := range []string{
		"accounts", "account_confirmations", "account_resends", "account_reset_wishes", "account_history",
		"sessions", "outbox_mails", "sandbox_payments", "dead_letters",
		"timers",
		"campaigns", "campaign_slugs", "campaign_supporters", "wallet_history", "members", "pledges", "account_passkeys",
		"campaign_updates", "shifts", "campaign_drafts", "posts", "comments", "campaign_invitations", "page_invitations",
	} {
		if before[table] == "" {
			t.Errorf("nothing was planted in %s", table)
		}
	}
	if before["events"] != "" || before["command_keys"] != "" || before["subject_keys"] != "" {
		t.Errorf("in the clear: %v", before)
	}
	for format, text := range exports(l) {
		if apptest.RareTraces.In(text) == "" {
			t.Errorf("nothing was planted in what is exported as %s", format)
		}
	}
	for _, field := range writable(t) {
		if !l.Wrote[field] {
			t.Errorf("nothing was planted in %s", field)
		}
	}
	told := func() erasing.Export {
		x, err := l.Erasures.ExportMember(t.Context(), member)
		if err != nil {
			t.Fatal(err)
		}
		return x
	}
	plantedIn(l, told(), "members", "campaigns", "campaign_updates", "campaign_drafts", "shifts", "feed", "giving",
		"refund_answers", "pledges", "support", "staff",
		"messages", "mails", "media", "accounts", "visits")
	masked(l)
	pressed := func() int { return l.Number(`SELECT count(*) FROM user_interactions WHERE user_id = $1`, member) }
	if n := pressed(); n != 1 {
		t.Errorf("%d interactions are kept", n)
	}
	visited := func() int { return l.Number(`SELECT count(*) FROM campaign_visits WHERE member = $1`, member) }
	if n := visited(); n != 1 {
		t.Errorf("%d visits are remembered", n)
	}
	// how far their daily mails went, and others' with words of their campaign, and of an update of theirs
	apptest.MustExec(t, l.Base, `INSERT INTO mail_dailies (member, up_to) VALUES ($1, now())`, member)
	apptest.MustExec(t, l.Base, `INSERT INTO outbox_mails (key, recipient, lang, kind, subject, text, html, created_at, words)
		SELECT 'daily:other:' || type, 'other@example.org', 'en', 'daily', '', '', '', now(), ARRAY[by::uuid, gen_random_uuid()]
		FROM (SELECT DISTINCT ON (type) type, coalesce(data->>'subject', data->>'author') AS by FROM events
			WHERE type = 'CampaignLaunched' AND data->>'owner' = $1
				OR type = 'CampaignUpdatePosted' AND data->>'member' = $1) said`, member.String())
	dailies := func() int {
		return l.Number(`SELECT (SELECT count(*) FROM mail_dailies) + (SELECT count(*) FROM outbox_mails WHERE kind = 'daily')`)
	}
	if n := dailies(); n != 3 {
		t.Errorf("%d daily mails", n)
	}
	if n := uploaded(t, l); n != 6 { // of themselves, their page, one that they edit, their campaign, a draft and a post
		t.Errorf("%d uploads are on the disk", n)
	}
	leaves(l)
	keys := l.Number(`SELECT count(*) FROM command_keys WHERE actor = $1`, "member:"+member.String())
	figures, bea := l.Figures(), l.Number(theirMails)

	p, out := program(l)
	if err := eraseMember(t.Context(), p, l.Services, apptest.RareEmail, true, true); err != nil {
		t.Fatalf("%v\n%s", err, apptest.Tail(l.Logs.String()))
	}
	var shown Shown
	if err := json.Unmarshal(out.Bytes()[bytes.IndexByte(out.Bytes(), '{'):], &shown); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if shown.State != erasure.Done || shown.Dropped != 3+2*len(l.Projections) || shown.Campaigns != 5 || shown.Subjects != 15 ||
		keys == 0 || shown.By != erasure.ByMember {
		t.Errorf("%+v; %d command keys", shown, keys)
	}
	if apptest.RareTraces.In(out.String()) != "" {
		t.Errorf("the command says %s", out)
	}
	for _, r := range shown.Removed {
		if r.Count == 0 {
			t.Errorf("no %s were there to clean out", r.What)
		}
	}
	if n := l.Number(`SELECT count(*) FROM command_keys WHERE actor = $1`, "member:"+member.String()); n != 0 {
		t.Errorf("%d command keys are left", n)
	}
	if n := uploaded(t, l); n != 0 {
		t.Errorf("%d uploads are still on the disk", n)
	}
	if n := dailies(); n != 0 {
		t.Errorf("%d daily mails are left", n)
	}
	if n := pressed(); n != 0 {
		t.Errorf("%d interactions are still kept", n)
	}
	if n := visited(); n != 0 {
		t.Errorf("%d visits are still remembered", n)
	}
	l.Folded()
	noTrace(l, "erased")
	toldNothing(l, told())
	if now := l.Figures(); now != figures {
		t.Errorf("the figures were\n%s\nand are\n%s", figures, now)
	}
	other, err := l.Accounts.MemberByEmail(t.Context(), "other@example.org")
	if err != nil {
		t.Fatal(err)
	}
	theirPages, err := l.Erasures.ExportMember(t.Context(), other)
	if got := fmt.Sprintf("%+v", theirPages["pages"]); err != nil || !strings.Contains(got, apptest.HandedPage) {
		t.Errorf("the page went to its editor without its words: %s, %v", got, err)
	}
	verified(l)
	noTrace(l, "rebuilt")

	if a := l.Send(http.MethodGet, "/api/auth/session", "", "Authorization",
		"Bearer "+l.Token); a.Status != http.StatusUnauthorized {
		// the session was looked up within the last three seconds: it ends with the cache's entry
		l.Until("that the member is signed out", func() bool {
			return l.Send(http.MethodGet, "/api/auth/session", "", "Authorization", "Bearer "+l.Token).Status == http.StatusUnauthorized
		})
	}
	l.Post("/api/auth/sign-in", map[string]any{"email": apptest.RareEmail, "password": "a long word nobody knows"},
		http.StatusUnauthorized)
	if n := l.Number(`SELECT count(*) FROM sandbox_payments WHERE status = 'open'`); n != 0 {
		t.Errorf("%d payment pages are open", n)
	}
	if n := l.Number(theirMails); n != bea {
		t.Errorf("the owner of another campaign had %d mails and has %d", bea, n)
	}
	audit := func(id ident.ID) {
		a, err := audit.Campaign(t.Context(), l.Base, id)
		if err != nil || !a.Agrees {
			t.Errorf("campaign %s: %+v, %v", id, a.Compared, err)
		}
	}
	audit(theirs)
	audit(others)
	if _, _, err := l.Erasures.EraseMember(t.Context(), app.OperatorAsks("again"), member, erasure.ByOperator); !errors.Is(err,
		erasure.ErrErased) {
		t.Errorf("erased again: %v", err)
	}
	t.Run("the same person comes back as somebody new", func(t *testing.T) {
		was := member
		if l.Register() == was {
			t.Error("the same member")
		}
		if id := l.Give("", others, map[string]any{"donor_email": apptest.RareEmail, "donor_name": apptest.RareName}); id.IsNil() {
			t.Error("no gift")
		}
	})
}

// A guest's request is carried out by a running server: reactors see it, timers take its steps.
func TestNoTraceOfAGuest(t *testing.T) {
	t.Parallel()
	l := apptest.NewLeaving(t)
	to := l.Launch(l.Tokens["owner"], nil)
	stop := l.Background(l.Router.Run)
	words := map[string]any{"message": "From " + apptest.RareName, "donor_name": apptest.RareName, "donor_email": apptest.RareEmail}
	for range 2 {
		l.Paid(l.Give("", to, words))
	}
	l.Paid(l.Give(l.Tokens["other"], to, map[string]any{"message": "Gladly"}))
	l.Post("/api/auth/sign-up", map[string]any{ // and never confirmed
		"full_name": apptest.RareName, "email": apptest.RareEmail, "password": "a long word nobody knows", "terms_accepted": true,
		"lang": "en",
	}, http.StatusAccepted)
	l.Post("/api/commands/write-to-support", apptest.RareMessage(), http.StatusOK)
	l.Reacted()
	l.Folded()
	if found, err := apptest.RareTraces.InDatabase(t.Context(), l.Pool); err != nil || len(found) < 4 {
		t.Fatalf("planted in %v, %v", found, err)
	}
	told, err := l.Erasures.ExportGuest(t.Context(), apptest.RareEmail)
	if err != nil {
		t.Fatal(err)
	}
	plantedIn(l, told, "giving", "support", "mails")
	figures := l.Figures()
	mails := l.Number(`SELECT count(*) FROM outbox_mails WHERE recipient = 'other@example.org'`)

	p, out := program(l)
	if err := eraseMember(t.Context(), p, l.Services, apptest.RareEmail, false, false); err == nil ||
		!strings.Contains(err.Error(), "erase guest") {
		t.Errorf("erased as a member: %v", err)
	}
	if err := eraseGuest(t.Context(), p, l.Services, "owner@example.org", false, false); err == nil ||
		!strings.Contains(err.Error(), "member") {
		t.Errorf("a member erased as a guest: %v", err)
	}
	if err := eraseGuest(t.Context(), p, l.Services, apptest.RareEmail, false, true); err != nil {
		t.Fatal(err)
	}
	var shown Shown
	if err := json.Unmarshal(out.Bytes(), &shown); err != nil || shown.State != erasure.Waiting ||
		shown.DueAt.Sub(shown.Since) != 14*24*time.Hour {
		t.Fatalf("%+v, %v", shown, err)
	}
	if err := undoErasure(t.Context(), p, l.Services, shown.ID.String()); err != nil {
		t.Fatal(err)
	}
	l.Reacted()
	if n := l.Number(`SELECT count(*) FROM timers WHERE command = 'advance-erasure'`); n != 0 {
		t.Errorf("%d timers are left of what was undone", n)
	}
	if err := eraseGuest(t.Context(), p, l.Services, apptest.RareEmail, false, true); err != nil {
		t.Fatal(err)
	}
	l.Reacted()
	l.Exec(`UPDATE timers SET due_at = now() WHERE command = 'advance-erasure'`) // the days have passed, but for the clock
	if _, err := l.Erasures.Begin(t.Context(), app.OperatorAsks("begin"), shown.ID); err != nil {
		t.Fatal(err)
	}
	l.Background(l.Timers.Run)
	l.Until("the end of the erasure", func() bool {
		s, err := l.Erasures.State(t.Context(), shown.ID)
		return err == nil && s.Status == erasure.Done
	})
	l.Reacted()
	stop()
	l.Folded()
	noTrace(l, "erased")
	if now := l.Figures(); now != figures {
		t.Errorf("the figures were\n%s\nand are\n%s", figures, now)
	}
	if n := l.Number(`SELECT count(*) FROM outbox_mails WHERE recipient = 'other@example.org'`); n != mails || n == 0 {
		t.Errorf("another giver had %d mails and has %d", mails, n)
	}
	verified(l)
	out.Reset()
	if err := erasureStatus(t.Context(), p, l.Services, nil, false); err != nil || !strings.Contains(out.String(), "completed") ||
		apptest.RareTraces.In(out.String()) != "" {
		t.Errorf("the status says %s, %v", out, err)
	}
}

// Of whom the operator asks that they are erased is signed out at once, and can sign in until it begins.
func TestAskingSignsOut(t *testing.T) {
	t.Parallel()
	l := apptest.NewLeaving(t)
	member := l.Register()
	l.Background(l.Router.Run)
	session := func() int {
		return l.Send(http.MethodGet, "/api/auth/session", "", "Authorization", "Bearer "+l.Token).Status
	}
	if session() != http.StatusOK {
		t.Fatal("not signed in")
	}
	state, _, err := l.Erasures.EraseMember(t.Context(), app.OperatorAsks("on their behalf"), member, erasure.ByOperator)
	if err != nil {
		t.Fatal(err)
	}
	l.Until("that the member is signed out", func() bool { return session() == http.StatusUnauthorized })
	l.Post("/api/auth/sign-in", map[string]any{"email": apptest.RareEmail, "password": "a long word nobody knows"}, http.StatusOK)
	if _, err := l.Erasures.Undo(t.Context(), app.OperatorAsks("undo"), state.ID); err != nil {
		t.Error(err)
	}
}

// Whoever erases in the foreground waits for a provider that fails meanwhile, and says so without naming anybody. Who is
// not known is refused all the same at once.
func TestErasingWaitsForTheProvider(t *testing.T) {
	t.Parallel()
	l := apptest.NewLeaving(t)
	to := l.Launch(l.Tokens["owner"], nil)
	guest := map[string]any{"donor_name": apptest.RareName, "donor_email": apptest.RareEmail}
	l.Give("", to, guest)
	f := l.FailAt(1)
	var out, said bytes.Buffer
	p := &cli.Program{Stdout: &out, Stderr: &said}
	if err := eraseGuest(t.Context(), p, l.Services, "nobody@example.org", true, true); err == nil || said.Len() > 0 {
		t.Errorf("who is not known is erased: %v, %s", err, &said)
	}
	if err := eraseGuest(t.Context(), p, l.Services, apptest.RareEmail, true, true); err != nil || f.Asked < 2 {
		t.Fatalf("the provider is asked %d times: %v", f.Asked, err)
	}
	var shown Shown
	if err := json.Unmarshal(out.Bytes(), &shown); err != nil || shown.State != erasure.Done {
		t.Errorf("%+v, %v", shown, err)
	}
	if s := said.String(); !strings.HasPrefix(s, "Waiting, since the payment provider does not answer; trying again in 1s\n") ||
		apptest.RareTraces.In(s) != "" {
		t.Errorf("it says %s", s)
	}

	l.Give("", to, guest) // as somebody new
	l.FailAt(1)
	interrupted, interrupt := context.WithCancel(t.Context())
	p = &cli.Program{Stdout: &out, Stderr: apptest.Says{Words: "trying again", Then: interrupt}}
	if err := eraseGuest(interrupted, p, l.Services, apptest.RareEmail, true, true); !errors.Is(err, context.Canceled) ||
		!strings.Contains(err.Error(), "callup erase resume ") {
		t.Fatalf("cut off, it says %v", err)
	} else if _, id, _ := strings.Cut(err.Error(), "callup erase resume "); resumeErasure(t.Context(), p, l.Services, id,
		true) != nil {
		t.Errorf("what it says can't be done: %v", err)
	}
}
