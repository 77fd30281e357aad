package serve

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/callup/callup/internal/app/apptest"
	"github.com/callup/callup/internal/testing/faults/planted"
	"github.com/callup/callup/internal/testing/long"
	"github.com/callup/callup/internal/testing/programs"
)

// beforeNotices is the last commit in which the bell and mails each decided for themselves who gets a notice (decision 96). An
// installation that is upgraded from there changes from one to the other with mails on their way. The test may go once none is.
const beforeNotices = "a656047f7a9253f7be10ee78df7925b1df17eddd"

// TestUpgrade_NobodyIsToldTwice upgrades an installation whose mail server is away. The old program is killed twice. Of fifty
// events that are mailed, the mails of some are written and not delivered, three are dead letters, and others no reactor has
// seen. Five members wait for the daily mail. Mails of long ago are pruned, so that their keys are not known. Both programs
// run on one database for a minute while more happens. Then the new one runs alone, dies, and handles all fifty again, as
// after a crash that lost its place. Once the mail server is back it gets each mail once, and members read the same notices
// as before.
func TestUpgrade_NobodyIsToldTwice(t *testing.T) {
	if !long.Wanted() {
		t.Skip("the long form builds a program of long ago")
	}
	ctx, cancel := context.WithTimeout(t.Context(), 25*time.Minute)
	defer cancel()
	const root = "../../.."
	before, err := programs.UnderFaultsOf(ctx, root, beforeNotices)
	if errors.Is(err, programs.ErrNoHistory) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	now, err := programs.UnderFaults(ctx, root)
	if err != nil {
		t.Fatal(err)
	}
	u := newUpgradeOfMails(ctx, t)
	old, newer := u.in.With(before), u.in.With(now)
	run := func(in *apptest.Installation) *apptest.Server {
		s := in.MustStart(ctx)
		u.at = []string{s.URL}
		return s
	}
	if out, errs, code := old.Command(ctx, "seed", "--members", "24", "--campaigns", "8", "--donations", "60"); code != 0 {
		t.Fatalf("seed exits %d: %s%s", code, out, errs)
	}
	s := run(old)
	u.meet(old)
	u.settle()
	u.pass(gathered)
	u.delivered()
	s.Stop()
	u.exec(`UPDATE outbox_mails SET created_at = created_at - interval '31 days'`)
	s = run(old)
	apptest.Until(ctx, t, "mails of long ago are pruned", func() bool { return u.number(`SELECT count(*) FROM outbox_mails`) == 0 })

	u.box.close()
	u.began, u.before = u.number(`SELECT max(position) FROM events`), len(u.box.letters(0))
	u.exec(`ALTER TABLE outbox_mails ADD CONSTRAINT poison CHECK (recipient NOT LIKE 'dead%') NOT VALID`)
	u.inTheFirst()
	u.settle()
	if n := u.number(`SELECT count(*) FROM dead_letters WHERE reactor = 'mails'`); n != 3 {
		t.Fatalf("%d dead letters", n)
	}
	s.Kill()
	release := u.holdReactor("mails")
	s = run(old)
	u.inTheSecond()
	u.folded()
	s.Kill()

	u.clock(4 * time.Hour)
	if n := u.exec(`UPDATE timers SET due_at = now() WHERE command = 'send-daily'`); n != 5 {
		t.Fatalf("%d members wait for the daily mail", n)
	}
	u.exec(`ALTER TABLE outbox_mails DROP CONSTRAINT poison`)
	last := old.MustStart(ctx)
	next := newer.MustStart(ctx)
	together := time.Now()
	u.at = []string{last.URL, next.URL}
	release()
	u.whileBothRun()
	mailed := u.number(`SELECT count(*) FROM events WHERE position > $1 AND type = ANY ($2)`, u.began, mailedAtOnce)
	if mailed -= placesInShifts; mailed != 50 {
		t.Errorf("%d events are mailed, not 50", mailed)
	}
	u.settle()
	apptest.Until(ctx, t, "daily mails are written", func() bool { return u.number(`SELECT count(*) FROM mail_dailies`) == 5 })
	apptest.Wait(ctx, time.Minute-time.Since(together))
	saw := u.bells(last.URL)
	if sees := u.bells(next.URL); !maps.EqualFunc(sees, saw, slices.Equal) {
		t.Errorf("beside the old program, the new one tells %v, not %v", sees, saw)
	}
	last.Stop()

	if out, errs, code := newer.Command(ctx, "deadletters", "replay"); code != 0 || strings.Count(out, "replayed") != 3 {
		t.Errorf("replay exits %d: %s%s", code, out, errs)
	}
	next.Kill()
	u.exec(`UPDATE reactor_checkpoints SET position = $1 WHERE reactor = 'mails'`, fmt.Sprint(u.began))
	next = run(newer)
	u.settle()
	if sees := u.bells(next.URL); !maps.EqualFunc(sees, saw, slices.Equal) {
		t.Errorf("the new program tells %v, not %v", sees, saw)
	}
	u.pass(gathered)
	u.box.open()
	u.delivered()
	u.pass(gathered) // and nothing follows
	u.delivered()
	u.checkLetters()
	if out, errs, code := newer.Command(ctx, "projections", "verify"); code != 0 {
		t.Errorf("verify exits %d: %s%s", code, out, errs)
	}
	next.Stop()
}

// mailedAtOnce are the types of events in this test of which members or guests are mailed at once.
var mailedAtOnce = []string{
	"DonationCompleted", "TimePledged", "TimePledgeAccepted", "TimePledgeDeclined", "MaterialPledged", "MaterialPledgeAccepted",
	"MaterialPledgeDeclined", "ShiftRevised", "ShiftCancelled", "CoOrganizerInvited", "InvitationAccepted", "InvitationDeclined",
	"CoOrganizerRemoved", "CampaignSuspended", "CampaignReinstated", "NotificationAccountTouched",
}

// gathered is how long a mail waits for what it is gathered with.
const gathered = 10 * time.Minute

// upgradeOfMails is an installation that is upgraded, with its people and the mails that they should get.
type upgradeOfMails struct {
	t      *testing.T
	ctx    context.Context //nolint:containedctx // of the whole test
	in     *apptest.Installation
	box    *letterbox
	db     *pgx.Conn
	ticks  string   // the file that says by how much the servers' clock is off
	at     []string // where servers answer, that are asked in turn
	asked  int
	began  int64 // the position after which the fifty events come
	before int   // letters that came before
	people map[string]*person
	things map[string]string // the ids of campaigns, shifts and pledges
	want   map[expected]int
}

// expected is a mail of a kind to an address.
type expected struct{ to, kind string }

func newUpgradeOfMails(ctx context.Context, t *testing.T) *upgradeOfMails {
	t.Helper()
	u := &upgradeOfMails{
		t: t, ctx: ctx, box: newLetterbox(t), ticks: filepath.Join(t.TempDir(), "clock"), people: map[string]*person{},
		things: map[string]string{}, want: map[expected]int{},
	}
	u.clock(0)
	u.in = apptest.NewInstallation(t, "CALLUP_SMTP_URL=smtp://"+u.box.address+"?tls=off", "CALLUP_MAIL_FROM=callup@example.org",
		"FAULTS_CLOCK="+u.ticks, planted.Retries+"=2")
	for _, setting := range u.in.Env {
		if url, ok := strings.CutPrefix(setting, "DATABASE_URL="); ok {
			db, err := pgx.Connect(ctx, url)
			if err != nil {
				t.Fatal(err)
			}
			u.db = db
			t.Cleanup(func() { _ = db.Close(context.WithoutCancel(ctx)) }) // the test is over
		}
	}
	return u
}

// clock has the servers' clock be off.
func (u *upgradeOfMails) clock(by time.Duration) {
	u.t.Helper()
	if err := os.WriteFile(u.ticks, []byte(by.String()), 0o600); err != nil {
		u.t.Fatal(err)
	}
}

func (u *upgradeOfMails) exec(sql string, args ...any) int64 {
	u.t.Helper()
	done, err := u.db.Exec(u.ctx, sql, args...)
	if err != nil {
		u.t.Fatal(err)
	}
	return done.RowsAffected()
}

func (u *upgradeOfMails) number(sql string, args ...any) (n int64) {
	u.t.Helper()
	if err := u.db.QueryRow(u.ctx, sql, args...).Scan(&n); err != nil {
		u.t.Fatal(err)
	}
	return n
}

// holdReactor keeps every server from leading a reactor until it is released.
func (u *upgradeOfMails) holdReactor(name string) (release func()) {
	u.t.Helper()
	u.exec(`SELECT pg_advisory_lock(hashtextextended($1, 1))`, "callup reactor "+name)
	return func() { u.exec(`SELECT pg_advisory_unlock(hashtextextended($1, 1))`, "callup reactor "+name) }
}

// settle waits until reactors and projections have come to the end of the log.
func (u *upgradeOfMails) settle() {
	u.t.Helper()
	u.folded()
	apptest.Until(u.ctx, u.t, "reactors are done", func() bool {
		return u.number(`SELECT count(*) FROM reactor_checkpoints WHERE reactor IN ('mails', 'timers')
			AND position::bigint >= (SELECT max(position) FROM events)`) == 2
	})
}

// folded waits until projections have come to the end of the log.
func (u *upgradeOfMails) folded() {
	u.t.Helper()
	apptest.Until(u.ctx, u.t, "projections are done", func() bool {
		return u.number(`SELECT count(*) FROM projection_builds WHERE state = 'live'
			AND position::bigint < (SELECT max(position) FROM events)`) == 0
	})
}

// pass has mails that are gathered wait for so long less.
func (u *upgradeOfMails) pass(d time.Duration) {
	u.exec(`UPDATE outbox_mails SET send_at = send_at - $1::interval, held_until = held_until - $1::interval
		WHERE send_at = held_until`, d)
}

// delivered waits until no mail waits to be sent.
func (u *upgradeOfMails) delivered() {
	u.t.Helper()
	for range 3 { // the server may have been away, or a process died with what it had claimed
		waits := func() bool { return u.number(`SELECT count(*) FROM outbox_mails WHERE send_at IS NOT NULL`) > 0 }
		for ends := time.Now().Add(90 * time.Second); waits() && time.Now().Before(ends); {
			apptest.Wait(u.ctx, 100*time.Millisecond)
		}
	}
	if n := u.number(`SELECT count(*) FROM outbox_mails WHERE sent_at IS NULL`); n > 0 {
		u.t.Errorf("%d mails are not delivered", n)
	}
}

// told is what is compared of a notice.
type told struct {
	ID, Kind string
	At       time.Time
	New      bool
}

// bells are the notices of all members, as a server tells them, over all pages.
func (u *upgradeOfMails) bells(url string) map[string][]told {
	u.t.Helper()
	all, fresh := map[string][]told{}, 0
	u.at = []string{url}
	for name, p := range u.people {
		for cursor := ""; ; {
			var page struct {
				Items []told
				Next  string
			}
			u.as(p, http.MethodGet, "/api/me/notifications?limit=100&cursor="+cursor, nil).JSON(u.t, &page)
			all[name] = append(all[name], page.Items...)
			if cursor = page.Next; cursor == "" {
				break
			}
		}
		for _, n := range all[name] {
			if n.ID == "" || n.Kind == "" || n.At.IsZero() {
				u.t.Fatalf("a notice of %s: %+v", name, n)
			}
			if n.New {
				fresh++
			}
		}
	}
	if fresh < 30 {
		u.t.Errorf("%d notices are unread", fresh)
	}
	return all
}

// checkLetters compares the mails that the mail server took with those that people should get.
func (u *upgradeOfMails) checkLetters() {
	u.t.Helper()
	kinds := map[string]string{} // by Message-ID
	rows, err := u.db.Query(u.ctx, `SELECT key, kind FROM outbox_mails`)
	if err != nil {
		u.t.Fatal(err)
	}
	var key, kind string
	if _, err := pgx.ForEachRow(rows, []any{&key, &kind}, func() error {
		sum := sha256.Sum256([]byte("callup mail " + key))
		kinds["<"+hex.EncodeToString(sum[:16])+"@example.org>"] = kind
		return nil
	}); err != nil {
		u.t.Fatal(err)
	}
	ids, words := map[string]int{}, map[letter]int{}
	for _, l := range u.box.letters(u.before) {
		words[letter{to: l.to, subject: l.subject, body: l.body}]++
	}
	for _, l := range u.box.letters(0) {
		ids[l.id]++
		if ids[l.id] > 1 {
			u.t.Errorf("a mail to %s came %d times under one Message-ID: %s", l.to, ids[l.id], l.subject)
		}
	}
	for l, n := range words {
		if n > 1 {
			u.t.Errorf("a mail to %s came %d times: %s", l.to, n, l.subject)
		}
	}
	got := map[expected]int{}
	for _, l := range u.box.letters(u.before) {
		kind, known := kinds[l.id]
		if !known {
			u.t.Errorf("a mail to %s stands in no outbox: %s", l.to, l.subject)
		}
		got[expected{l.to, kind}]++
	}
	total := 0
	for e := range union(u.want, got) {
		total += got[e]
		if got[e] != u.want[e] {
			u.t.Errorf("%d mails %s to %s, not %d", got[e], e.kind, e.to, u.want[e])
		}
	}
	u.t.Logf("%d mails, each once; before them %d", total, u.before)
}
