package events

import (
	"context"
	"crypto/sha256"
	"encoding/csv"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/callup/callup/cmd/callup/cli"
	"github.com/callup/callup/commands/campaigns"
	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain/disclosure"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/member"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/internal/app/apptest"
)

// TestNobodyIsNamedUnlessAsked: whatever is printed without --personal holds no name, and nothing that leads to one.
func TestNobodyIsNamedUnlessAsked(t *testing.T) {
	t.Parallel()
	w := apptest.NewRareWorld(t, run)
	started := eventstore.StreamName("donation", w.Anonymous) + "@0"
	campaign := eventstore.StreamName("campaign", w.Campaign.CampaignID) + "@0"
	of := member.SubjectOf(w.Member).String()
	for _, args := range [][]string{
		{"events", "list"}, {"events", "list", "--json"}, {"events", "show", started}, {"events", "show", started, "--json"},
		{"events", "show", campaign},
		{"events", "export"}, {"events", "export", "--format", "csv"}, {"audit", "all", "--as-of", "5"},
		{"audit", "campaign", w.Campaign.Slug},
	} {
		out, errs, code := w.Callup(args...)
		if code != 0 || len(out) < 200 {
			t.Errorf("%v exits %d: %s%s", args, code, out, errs)
		}
		if text := strings.ToLower(out + errs); strings.Contains(text, apptest.Rare) || strings.Contains(text, of) {
			t.Errorf("%v names somebody: %s", args, text)
		}
	}
	for line := range strings.Lines(w.Must("events", "export", "--category", "donation")) {
		if strings.Contains(line, w.Member.String()) {
			t.Errorf("an anonymous gift leads to its giver: %s", line)
		}
	}
	// the same person is the same supporter everywhere
	name := regexp.MustCompile(`supporter [0-9a-f]{16}`).FindString(w.Must("events", "export", "--format", "csv"))
	for _, args := range [][]string{{"events", "export"}, {"audit", "campaign", w.Campaign.Slug}} {
		if name == "" || !strings.Contains(w.Must(args...), name) {
			t.Errorf("%v does not know %s", args, name)
		}
	}
}

// TestRowsThatDifferNameNobody but by the addresses of campaigns, which are public.
func TestRowsThatDifferNameNobody(t *testing.T) {
	t.Parallel()
	w := apptest.NewRareWorld(t, run)
	w.Must("projections", "build", "--all", "--as-of", "1", "--into", "then")
	w.Must("audit", "campaign", w.Campaign.Slug)
	for _, how := range []string{"--rows", "--json"} {
		out := w.Must("projections", "diff", "then", "live", how)
		text := strings.ToLower(strings.ReplaceAll(out, w.Campaign.Slug, "the-campaign"))
		if strings.Contains(text, apptest.Rare) || strings.Contains(text, member.SubjectOf(w.Member).String()) ||
			!strings.Contains(text, "supporter ") {
			t.Errorf("%s names somebody: %s", how, text)
		}
		for line := range strings.Lines(out) {
			if strings.Contains(line, w.Anonymous.String()) && strings.Contains(line, w.Member.String()) {
				t.Errorf("an anonymous gift leads to its giver: %s", line)
			}
		}
	}
}

// TestPersonalDataIsShownForAReason, which is in the log before anything is shown.
func TestPersonalDataIsShownForAReason(t *testing.T) {
	t.Parallel()
	w := apptest.NewRareWorld(t, run)
	commandsOf := [][]string{
		{"events", "list"}, {"events", "show", "1"}, {"events", "export"}, {"events", "export", "--format", "csv"},
		{"projections", "diff", "then", "live", "--json"}, {"events", "tail"},
	}
	w.Must("projections", "build", "--all", "--as-of", "1", "--into", "then")
	w.Must("audit", "campaign", w.Campaign.Slug)
	for _, args := range commandsOf {
		for _, more := range [][]string{{"--personal"}, {"--personal", "--reason", " "}, {"--reason", "none"}} {
			if out, errs, code := w.Callup(append(slices.Clone(args), more...)...); code != 1 || out != "" ||
				!strings.Contains(errs, "--reason") {
				t.Errorf("%v %v exits %d: %s%s", args, more, code, out, errs)
			}
		}
	}
	if read := disclosures(w); len(read) > 0 {
		t.Errorf("refused, it recorded %+v", read)
	}
	for i, args := range commandsOf[:5] {
		out := w.Must(append(slices.Clone(args), "--personal", "--as", "Quuxington", "--reason", "case 7, Quuxington")...)
		if !strings.Contains(out, "Quuxington") {
			t.Errorf("%v shows nothing personal: %s", args, out)
		}
		read := disclosures(w)
		if len(read) != i+1 || !strings.HasPrefix(read[i].Selection, strings.Join(args[:2], " ")) ||
			read[i].Reason.String() != "case 7, Quuxington" || !strings.HasPrefix(read[i].By.String(), "Quuxington") {
			t.Errorf("%v recorded %+v", args, read)
		}
	}
	if out := w.Must("events", "list", "--json"); strings.Contains(out, "case 7") || !strings.Contains(out, `"actor":"operator"`) {
		t.Errorf("the reasons are shown to everybody: %s", out)
	}
}

func disclosures(w *apptest.RareWorld) (out []disclosure.PersonalDataRead) {
	w.T.Helper()
	page, err := w.Store.ReadAll(w.T.Context(), eventstore.Position{}, 1000, eventstore.Filter{})
	if err != nil {
		w.T.Fatal(err)
	}
	for _, r := range page.Events {
		e, err := w.Catalog.Open(w.T.Context(), w.Keys, r)
		if err != nil {
			w.T.Fatal(err)
		}
		if read, ok := e.(disclosure.PersonalDataRead); ok {
			out = append(out, read)
		}
	}
	return out
}

// TestExports: the digest is that of the file, the same each time; the file is there whole or not at all.
func TestExports(t *testing.T) {
	t.Parallel()
	w := apptest.NewRareWorld(t, run)
	dir := t.TempDir()
	for _, format := range []string{"jsonl", "csv"} {
		file := filepath.Join(dir, "out."+format)
		said := w.Must("events", "export", "--format", format, "--out", file)
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		sum := sha256.Sum256(content)
		if !strings.HasSuffix(strings.TrimSpace(said), "sha256 "+hex.EncodeToString(sum[:])) {
			t.Errorf("%s has another digest than %x", said, sum)
		}
		if again := w.Must("events", "export", "--format", format, "--out", file); again != said {
			t.Errorf("exported again: %s, not %s", again, said)
		}
		if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("others may read it: %v, %v", info.Mode(), err)
		}
	}
	for _, args := range [][]string{
		{"--format", "csv", "--type", "DonationStarted"}, {"--campaign", "x"},
		{"--to", "999999"},
		{"--from", "2026-01-01", "--after", "1"}, {"--format", "csv", "--campaign", "none-of-this-name"},
	} {
		if out, _, code := w.Callup(append([]string{"events", "export", "--out", filepath.Join(dir, "refused")},
			args...)...); code != 1 {
			t.Errorf("%v exits %d: %s", args, code, out)
		}
	}
	for flag, unknown := range map[string]string{"--type": "DonationStart", "--category": "donatoin"} {
		_, errs, code := w.Callup("events", "export", "--out", filepath.Join(dir, "refused"), flag, unknown)
		if code != cli.UsageExit || !strings.Contains(errs, `did you mean "`) {
			t.Errorf("%s %s exits %d: %s", flag, unknown, code, errs)
		}
	}

	t.Run("a person erased", func(t *testing.T) {
		subject := member.SubjectOf(w.Member)
		if _, err := w.Pool.Exec(t.Context(),
			`UPDATE subject_keys SET wrapped = NULL, address = NULL, destroyed_at = now() WHERE subject = $1`, subject); err != nil {
			t.Fatal(err)
		}
		for _, more := range [][]string{nil, {"--personal", "--as", "Ana", "--reason", "a look"}} {
			out := w.Must(append([]string{"events", "list", "--json", "--stream", "member-" + w.Member.String()}, more...)...)
			if strings.Count(out, `"name":{"erased":true}`) != 2 || strings.Contains(strings.ToLower(out), apptest.Rare) {
				t.Errorf("shown as %s", out)
			}
		}
		out := w.Must("events", "export", "--format", "csv", "--personal", "--as", "Ana", "--reason", "a look")
		if !strings.Contains(out,
			"(erased),(erased),(erased)") {
			t.Errorf("exported as %s", out)
		}
	})
	t.Run("a key missing", func(t *testing.T) {
		if _, err := w.Pool.Exec(t.Context(), `DELETE FROM subject_keys WHERE kind = 'guest'`); err != nil {
			t.Fatal(err)
		}
		out, errs, code := w.Callup("events", "export", "--out", filepath.Join(dir, "refused"))
		if code != 1 || !strings.Contains(errs, "no such key") {
			t.Errorf("exits %d: %s%s", code, out, errs)
		}
		if files, err := os.ReadDir(dir); err != nil || len(files) != 2 {
			t.Errorf("left behind: %v, %v", files, err)
		}
	})
}

func TestContributionsAsCSV(t *testing.T) {
	t.Parallel()
	w := apptest.NewRareWorld(t, run)
	rows, err := csv.NewReader(strings.NewReader(w.Must("events", "export", "--format", "csv", "--personal", "--as", "Ana",
		"--reason", "a look",
		"--campaign", w.Campaign.Slug))).ReadAll()
	if err != nil || len(rows) != 3 {
		t.Fatalf("%d rows: %v", len(rows), err)
	}
	got := make([]map[string]string, 2)
	for i := range got {
		got[i] = map[string]string{}
		for n, column := range rows[0] {
			got[i][column] = rows[i+1][n]
		}
	}
	for i, want := range []map[string]string{
		{"donation": w.Anonymous.String(), "name": "Zeb Quuxington", "email": "quuxington@example.org", "message": "From Quuxington"},
		{"donation": w.Open.String(), "name": "'=Quuxington()", "email": "quuxington2@example.org", "message": "'@Quuxington"},
	} {
		want["campaign"], want["campaign_slug"], want["state"] = w.Campaign.CampaignID.String(), w.Campaign.Slug, "completed"
		want["currency"], want["gift"], want["paid"], want["refunded"], want["counted_currency"] = "GBP", "12.34", "12.34",
			"0.00", "EUR"
		for column, v := range want {
			if got[i][column] != v {
				t.Errorf("%s of row %d is %q, not %q", column, i, got[i][column], v)
			}
		}
		if got[i]["counted"] != got[i]["main"] || got[i]["counted"] <= "12.34" || got[i]["rate_date"] == "" {
			t.Errorf("row %d is %v", i, got[i])
		}
	}
	before := w.Must("events", "export", "--format", "csv", "--to", "1")
	if strings.Count(before, "\n") != 1 {
		t.Errorf("as of the first event: %s", before)
	}
}

func TestHarmless(t *testing.T) {
	for cell, want := range map[string]string{
		"": "", "Ada": "Ada", "12.50": "12.50", "-1.5": "-1.5", "=1+1": "'=1+1", "+1+1": "'+1+1", "-1+1": "'-1+1",
		"@SUM(A1)": "'@SUM(A1)",
		"\t=1":     "'\t=1", "\r=1": "'\r=1", "\nx": "'\nx", "  =1": "'  =1", "＝1": "'＝1", "a=b": "a=b",
	} {
		if got := harmless(cell); got != want {
			t.Errorf("%q is written as %q, not %q", cell, got, want)
		}
	}
}

func TestEventsAreFoundAndFollowed(t *testing.T) {
	t.Parallel()
	w := apptest.NewRareWorld(t, run)
	count := func(args ...string) int {
		t.Helper()
		return strings.Count(w.Must(append([]string{"events", "list", "--json"}, args...)...), "\n")
	}
	all := count()
	_, head, err := w.Store.Head(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		args []string
		want int
	}{
		"a category": {[]string{"--category", "donation"}, 8}, "two types": {[]string{"--type", "DonationStarted,MemberRegistered"}, 3},
		"a stream": {[]string{"--stream", "donation-" + w.Open.String()}, 4}, "a limit": {[]string{"--limit", "2"}, 2},
		"after a position": {[]string{"--after", "3"}, all - 3}, "the first after": {[]string{"--after", "3", "--limit", "1"}, 1},
		"before anything": {[]string{"--to", "2020-01-01"}, 0}, "since long": {[]string{"--from", "2020-01-01"}, all},
	} {
		if got := count(c.args...); got != c.want {
			t.Errorf("%s: %d events, not %d", name, got, c.want)
		}
	}
	var shown struct {
		Event eventLine
		Chain []eventLine
	}
	if err := json.Unmarshal([]byte(w.Must("events", "show", "donation-"+w.Open.String()+"@0", "--json")), &shown); err != nil {
		t.Fatal(err)
	}
	if shown.Event.Type != "DonationStarted" || len(shown.Chain) != 2 || shown.Chain[1].Type != "DonationPaymentOpened" {
		t.Errorf("%+v", shown)
	}
	for _, args := range [][]string{{"list", "--limit", "0"}, {"show", "nothing"}, {"show", "999999"},
		{"list", "--from", "soon"}} {
		if out, errs, code := w.Callup(append([]string{"events"}, args...)...); code != 1 || errs == "" {
			t.Errorf("%v exits %d: %s%s", args, code, out, errs)
		}
	}
	for _, flag := range []string{"--type", "--category", "--stream"} {
		if out, errs, code := w.Callup("events", "list", flag, "nonsense"); code != cli.UsageExit ||
			!strings.Contains(errs, "known are") {
			t.Errorf("%s nonsense exits %d: %s%s", flag, code, out, errs)
		}
	}
	if out, errs, code := w.Callup("events", "list", "--stream", "donatoin-"+w.Open.String()); code != cli.UsageExit ||
		!strings.Contains(errs, `did you mean "donation"?`) { // Found76
		t.Errorf("a misspelt stream exits %d: %s%s", code, out, errs)
	}

	t.Run("tail", func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		var out, errs apptest.Buffer
		environ := []string{"DATABASE_URL=" + w.Config.DatabaseURL, "CALLUP_DATA=" + w.Config.Data, "CALLUP_DEMO=off"}
		code := make(chan int, 1)
		go func() {
			code <- run(ctx, []string{"events", "tail", "--after", head.String(), "--type", "CampaignFeatured,CampaignUnfeatured"},
				environ, &out, &errs)
		}()
		for _, on := range []bool{true, false} {
			word := map[bool]string{true: "CampaignFeatured", false: "CampaignUnfeatured"}[on]
			env := command.Envelope{ID: ident.Command("operator", word), Actor: "operator"}
			if _, err := campaigns.FeatureCampaign.Run(ctx, w.Commands, env,
				campaigns.Featuring{Campaign: w.Campaign.CampaignID, On: on}); err != nil {
				t.Fatal(err)
			}
			for !strings.Contains(out.String(), word) {
				apptest.Wait(ctx, 10*time.Millisecond)
				if ctx.Err() != nil {
					t.Fatalf("%s never came: %s%s", word, out.String(), errs.String())
				}
			}
		}
		cancel()
		if got := <-code; got != 0 || strings.Count(out.String(), "\n") != 3 {
			t.Errorf("exits %d: %s%s", got, out.String(), errs.String())
		}
	})
}

// A format of an export that there is not is a typing error, told before the installation is opened.
func TestExport_UnknownFormat_Found76(t *testing.T) {
	t.Parallel()
	var errs strings.Builder
	code := run(t.Context(), []string{"events", "export", "--format", "jsnl"}, nil, &errs, &errs)
	if code != cli.UsageExit || !strings.Contains(errs.String(), `unknown format "jsnl": did you mean "jsonl"?`) {
		t.Errorf("exits %d: %s", code, &errs)
	}
}
