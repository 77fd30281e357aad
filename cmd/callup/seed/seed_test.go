package seed

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/callup/callup/cmd/callup/cli"
	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/commands/staff"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/app"
	"github.com/callup/callup/internal/app/apptest"
	"github.com/callup/callup/internal/auth"
	"github.com/callup/callup/internal/config"
	"github.com/callup/callup/internal/demo"
	"github.com/callup/callup/projections/projector"
)

// expected counts the events that a plan leads to.
func expected(o app.SeedOptions) map[string]int {
	n := map[string]int{}
	first := map[int]bool{}
	plan := demo.NewPlan(
		demo.Options{Members: o.Members, Campaigns: o.Campaigns, Donations: o.Donations, Seed: o.Seed, Now: app.Now()},
	)
	for step := range plan.All {
		switch do := step.Do.(type) {
		case demo.Join:
			n["joined"]++
		case demo.Launch:
			n["launched"]++
		case demo.Change:
			n["changed"]++
		case demo.Gift:
			n["started"]++
			switch do.Outcome {
			case demo.Paid:
				n["completed"]++
				if !first[do.Campaign] {
					n["fixed"]++
				}
				first[do.Campaign] = true
			case demo.Cancelled:
				n["cancelled"]++
			case demo.Declined, demo.Expired:
				n["failed"]++
			}
		case demo.Refund:
			n["refund"]++
		}
	}
	return n
}

// ofPages are the campaigns that pages launch.
const ofPages = 2

func TestSeedThroughTheCommands(t *testing.T) {
	t.Parallel()
	s := apptest.NewServices(t)
	o := app.SeedOptions{Members: 13, Campaigns: 13, Donations: 60, Seed: 5}
	done, err := s.Seed(t.Context(), o, func(string) {})
	if err != nil {
		t.Fatal(err)
	}
	if done.Members != o.Members || done.Campaigns != o.Campaigns || done.Gifts != o.Donations || done.PassedOver != 0 ||
		len(done.SignIns) != 4 {
		t.Errorf("done: %+v", done)
	}
	want, types := expected(o), apptest.Logged(t, s)
	got := map[string]int{}
	for _, name := range types {
		got[name]++
	}
	for name, n := range map[string]int{
		"MemberRegistered": want["joined"], "MemberProfileRevised": want["joined"],
		"SlugReserved": want["launched"] + ofPages, "CampaignLaunched": want["launched"] + ofPages,
		"CampaignCurrencyFixed": want["fixed"],
		"DonationStarted":       want["started"], "DonationPaymentOpened": want["started"], "DonationCompleted": want["completed"],
		"DonationFailed": want["failed"], "DonationCancelled": want["cancelled"], "DonationRefundRequested": want["refund"],
	} {
		if got[name] != n {
			t.Errorf("%d events %s, want %d; all: %v", got[name], name, n, got)
		}
	}
	showsEveryEvent(t, got)
	var early int
	if err := s.Pool.QueryRow(t.Context(), `SELECT count(*) FROM sandbox_deliveries
		WHERE due_at < created_at + interval '20 seconds'`).Scan(&early); err != nil || early > 0 {
		t.Errorf("Found75: a running server may complete %d gifts at its own time, before the seeder does at theirs: %v", early, err)
	}
	campaignsHaveCovers(t, s, got["CampaignMediaShown"])
	if want["refund"] == 0 || want["failed"] == 0 || want["cancelled"] == 0 || want["changed"] == 0 {
		t.Errorf("this seed does not show everything: %v", want)
	}
	if marked, err := s.Demo(t.Context()); err != nil || !marked {
		t.Errorf("the installation is marked as a demonstration: %v, %v", marked, err)
	}

	if _, err := s.Seed(t.Context(), o, func(string) {}); err != nil {
		t.Fatal(err)
	}
	if again := apptest.Logged(t, s); len(again) != len(types) {
		t.Errorf("seeding again added %v", again[len(types):])
	}
	if other := apptest.Logged(t, apptest.Seeded(t, o)); !slices.Equal(other, types) {
		t.Error("the same seed made another log in another installation")
	}

	// other sizes of the same seed know the people and campaigns, and add gifts
	more, err := s.Seed(t.Context(), app.SeedOptions{Members: 13, Campaigns: 13, Donations: 75, Seed: 5}, func(string) {})
	if err != nil {
		t.Fatal(err)
	}
	if more.Gifts+more.PassedOver != 75 || more.PassedOver == 0 {
		t.Errorf("more: %+v", more)
	}
	count := 0
	for _, name := range apptest.Logged(t, s) {
		if name == "CampaignLaunched" || name == "MemberRegistered" {
			count++
		}
	}
	if count != 26+ofPages {
		t.Errorf("%d members and campaigns, not %d", count, 26+ofPages)
	}
}

// campaignsHaveCovers checks that what was uploaded is what campaigns show, in all sizes (Found61).
func campaignsHaveCovers(t *testing.T, s *app.Services, shown int) {
	t.Helper()
	rows, err := s.Pool.Query(t.Context(), `SELECT 'campaign-photo/' || name || '/1600.jpg' FROM media_uploads
		WHERE kind = 'campaign-photo' AND cardinality(things) = 1`)
	if err != nil {
		t.Fatal(err)
	}
	files, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil || len(files) != shown || shown < 8 {
		t.Errorf("Found61: %d campaigns show a cover, %d are uploaded: %v", shown, len(files), err)
	}
	for _, name := range files {
		f, err := s.Media.Open(t.Context(), name)
		if err != nil {
			t.Errorf("Found61: %s: %v", name, err)
			continue
		}
		if err := f.Close(); err != nil {
			t.Error(err)
		}
	}
}

func TestDemoSignInsWork(t *testing.T) {
	t.Parallel()
	s := apptest.Seeded(t, app.SeedOptions{Members: 4, Seed: 1})
	s.Config.Environment = config.Production
	if _, err := s.Seed(t.Context(), app.DefaultSeed(), func(string) {}); !errors.Is(err, app.ErrSeedInProduction) {
		t.Errorf("in production: %v", err)
	}
	printed := func() []string {
		t.Helper()
		lines, err := s.DemoSignIns(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return lines
	}
	lines := printed()
	if len(lines) != 4 || !strings.Contains(lines[3], "Jonas Weber, administrator") {
		t.Errorf("printed are %q", lines)
	}
	for _, line := range lines {
		words := strings.Fields(line)
		if _, err := s.Accounts.SignIn(t.Context(), auth.SignIn{Email: words[0], Password: words[1]}); err != nil {
			t.Errorf("%s: %v", line, err)
		}
	}

	// as an older callup filled it: Jonas has no role, Lucas the former password; and Amina has chosen her own
	jonas, err := s.Accounts.MemberByEmail(t.Context(), "jonas@example.org")
	if err != nil {
		t.Fatal(err)
	}
	lucas, err := s.Accounts.MemberByEmail(t.Context(), "lucas@example.org") // one member must be administrator
	if err != nil {
		t.Fatal(err)
	}
	if _, err := staff.GrantRole.Run(t.Context(), s.Commands, command.Envelope{ID: ident.Pair("grant"), Actor: "operator"},
		staff.RoleBody{MemberID: lucas, Role: "administrator"}); err != nil {
		t.Fatal(err)
	}
	if _, err := staff.TakeRoleBack.Run(t.Context(), s.Commands, command.Envelope{ID: ident.Pair("take back"), Actor: "operator"},
		staff.RoleBody{MemberID: jonas, Role: "administrator"}); err != nil {
		t.Fatal(err)
	}
	for email, password := range map[string]string{
		"amina@example.org": "a password of her own", "lucas@example.org": demo.FormerPassword,
	} {
		hash, err := s.Accounts.HashPassword(t.Context(), password)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.Pool.Exec(t.Context(), `UPDATE accounts SET password_hash = $1 WHERE email = $2`, hash, email); err != nil {
			t.Fatal(err)
		}
	}
	lines = printed()
	if len(lines) != 3 || !strings.Contains(lines[2], "(Jonas Weber, member)") || strings.Contains(lines[0], "amina") {
		t.Errorf("printed are %q", lines)
	}
	if !slices.ContainsFunc(lines, func(line string) bool {
		return strings.HasPrefix(line, "lucas@") && strings.Fields(line)[1] == demo.FormerPassword
	}) {
		t.Errorf("the former password is not in %q", lines)
	}
}

func TestSeedRefuses(t *testing.T) {
	for name, c := range map[string]struct {
		environ, args []string
		says          string
	}{
		"production":         {[]string{"CALLUP_ENV=production", "CALLUP_PUBLIC_URL=https://callup.example"}, nil, "production"},
		"negative":           {nil, []string{"--donations", "-1"}, "can't be negative"},
		"gifts to nothing":   {nil, []string{"--campaigns", "0"}, "donations need campaigns"},
		"nobody to launch":   {nil, []string{"--members", "0"}, "campaigns need members"},
		"an unknown setting": {[]string{"CALLUP_ENV=holiday"}, nil, "CALLUP_ENV"},
	} {
		t.Run(name, func(t *testing.T) {
			var out, errs bytes.Buffer
			data := filepath.Join(t.TempDir(), "data")
			environ := append(slices.Clone(c.environ), "CALLUP_DATA="+data)
			if code := run(t.Context(), append([]string{"seed"}, c.args...), environ, &out, &errs); code != 1 {
				t.Errorf("exit %d: %s", code, errs.String())
			}
			if !strings.Contains(errs.String(), c.says) {
				t.Errorf("it says %q", errs.String())
			}
			if _, err := os.Stat(data); !os.IsNotExist(err) {
				t.Errorf("something was opened: %v", err)
			}
		})
	}
}

// Gifts made past the commands are gifts all the same: the read tables and the rules take them, and nobody is mailed.
func TestBulk(t *testing.T) {
	t.Parallel()
	s := apptest.NewServices(t)
	var out, errs bytes.Buffer
	p := &cli.Program{Stdout: &out, Stderr: &errs}
	if _, err := s.Seed(t.Context(), app.SeedOptions{Members: 3, Campaigns: 2, Seed: 7}, func(string) {}); err != nil {
		t.Fatal(err)
	}
	before := apptest.Logged(t, s)
	if err := AddBulk(t.Context(), p, s, app.SeedOptions{Seed: 7}, 400); err != nil {
		t.Fatal(err)
	}
	counts := map[string]int{}
	for _, name := range apptest.Logged(t, s)[len(before):] {
		counts[name]++
	}
	if counts["DonationStarted"] < 100 || counts["DonationStarted"] != counts["DonationCompleted"] ||
		counts["DonationRefunded"] == 0 {
		t.Errorf("%v", counts)
	}
	if err := s.CatchUp(t.Context()); err != nil {
		t.Fatal(err)
	}
	builds, err := projector.Builds(t.Context(), s.Pool)
	if err != nil {
		t.Fatal(err)
	}
	at := slices.IndexFunc(builds, func(b projector.Build) bool { return b.Projection == "wallet_history" })
	var gifts, mails int
	sql := "SELECT (SELECT count(*) FROM " + pgx.Identifier{builds[at].Schema, "wallet_history"}.Sanitize() +
		"), (SELECT count(*) FROM outbox_mails)"
	if err := s.Pool.QueryRow(t.Context(), sql).Scan(&gifts, &mails); err != nil {
		t.Fatal(err)
	}
	if gifts != counts["DonationStarted"] || mails != 0 {
		t.Errorf("%d gifts in wallets, %d mails", gifts, mails)
	}
	if _, err := s.Seed(t.Context(), app.SeedOptions{Members: 4, Campaigns: 3, Seed: 7}, func(string) {}); err != nil {
		t.Fatal(err)
	}
	before = apptest.Logged(t, s)
	if err := AddBulk(t.Context(), p, s, app.SeedOptions{Seed: 7}, 400); err != nil {
		t.Fatal(err)
	}
	if more := len(apptest.Logged(t, s)) - len(before); more < 400 {
		t.Errorf("asked again with the same seed, it added %d events", more)
	}
}
