package catalog_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"sort"
	"strings"
	"testing"

	"github.com/callup/callup/domain/disclosure"
	"github.com/callup/callup/domain/donation"
	"github.com/callup/callup/domain/member"
	"github.com/callup/callup/domain/notice"
	"github.com/callup/callup/domain/notification"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/eventstore/catalog"
	"github.com/callup/callup/internal/testing/golden"
)

const manifest = "testdata/SHA256SUMS"

func goldenFile(name string, version int) string {
	return filepath.Join("testdata", fmt.Sprintf("%s.v%d.json", name, version))
}

// stored is a golden file: the bytes as they stand in the log, on lines for people to read.
func stored(t *testing.T, data []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := json.Indent(&b, data, "", "  "); err != nil {
		t.Fatal(err)
	}
	return append(b.Bytes(), '\n')
}

func encode(t *testing.T, c *catalog.Catalog, event any) eventstore.Event {
	t.Helper()
	e, err := c.Encode(t.Context(), wax{}, id(99), event, eventstore.Metadata{})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// Every sample has no field left at its zero, so that its golden file shows all of them.
func TestSamplesShowEveryField(t *testing.T) {
	c := catalog.New()
	seen := map[string]bool{}
	for _, s := range samples() {
		name, err := c.NameOf(s)
		if err != nil {
			t.Fatal(err)
		}
		seen[name] = true
		v := reflect.ValueOf(s)
		for _, f := range reflect.VisibleFields(v.Type()) {
			if v.FieldByIndex(f.Index).IsZero() {
				t.Errorf("the sample of %s leaves %s empty", name, f.Name)
			}
		}
	}
	for _, name := range c.Types() {
		if !seen[name] {
			t.Errorf("%s has no sample", name)
		}
	}
}

// What is written today is what the golden file of the present version says.
func TestEventsAreWrittenAsEver(t *testing.T) {
	c := catalog.New()
	for _, s := range samples() {
		e := encode(t, c, s)
		got := stored(t, e.Data)
		if bytes.Contains(got, []byte(secret)) {
			t.Errorf("%s writes personal text in the clear:\n%s", e.Type, got)
		}
		path := goldenFile(e.Type, e.Version)
		want, err := os.ReadFile(path)
		if os.IsNotExist(err) && golden.Adding() {
			want = got
			err = os.WriteFile(path, got, 0o644)
		}
		if err != nil {
			t.Errorf("%s version %d has no golden file: make stored adds it", e.Type, e.Version)
			continue
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s is written otherwise than %s says. A stored form never changes: give the type a new version.\n%s", e.Type,
				path, got)
		}
	}
}

// Every version of every type that was ever written is still read, as the present version.
func TestEveryVersionIsRead(t *testing.T) {
	c := catalog.New()
	present := map[string]any{}
	for _, s := range samples() {
		e := encode(t, c, s)
		present[e.Type] = s
	}
	for _, name := range c.Types() {
		for v := 1; v <= c.Version(name); v++ {
			data, err := os.ReadFile(goldenFile(name, v))
			if err != nil {
				t.Errorf("%s version %d has no golden file: %v", name, v, err)
				continue
			}
			got, err := c.Open(t.Context(), wax{}, eventstore.Recorded{Event: eventstore.Event{ID: id(99), Type: name, Version: v,
				Data: data}})
			if err != nil {
				t.Error(err)
				continue
			}
			want, earlier := before()[fmt.Sprintf("%s.v%d", name, v)]
			if !earlier {
				want = present[name]
			}
			if !reflect.DeepEqual(got, want) {
				t.Errorf("%s version %d reads as\n%+v\nnot\n%+v", name, v, got, want)
			}
		}
	}
}

// before is what the golden files of earlier versions read as that say less than the present one.
func before() map[string]any {
	return map[string]any{
		"PersonalDataRead.v1": disclosure.PersonalDataRead{
			Disclosure: id(12), Subject: id(13), Reason: text("reason"), Selection: "events list --type DonationStarted", At: at,
		},
		"MemberRegistered.v1": member.Registered{
			Member: id(7), Subject: id(6), Name: text("name"), Email: text("email"), Lang: "en", At: at,
		},
		"MemberProfileRevised.v1": member.ProfileRevised{
			Member: id(7), Subject: id(6), Name: text("name"), Bio: text("bio"), Location: text("location"), Lang: "en", At: at,
		},
		"DonationStarted.v1": donation.Started{
			Donation: id(5), Campaign: id(1), Supporter: id(6), Member: id(7), Terms: terms, Anonymous: true, Name: text("name"),
			Email: text("email"), Message: text("message"), Lang: "es", Provider: "sandbox", At: at,
		},
		"NotificationsRead.v1": notification.Read{Member: id(7), UpTo: at, At: at},
		"NotificationChannelChosen.v1": notification.ChannelChosen{
			Member: id(7), Kind: notice.GiftReceived, Channel: notice.InApp, On: true, At: at,
		},
	}
}

// Golden files are only ever added to: their sums stand in a manifest, whose lines may not change either.
func TestGoldenFilesNeverChange(t *testing.T) {
	was, err := os.ReadFile(manifest)
	if err != nil && !golden.Adding() {
		t.Fatal(err)
	}
	sums := map[string]string{}
	for line := range strings.SplitSeq(strings.TrimSpace(string(was)), "\n") {
		if sum, name, ok := strings.Cut(line, "  "); ok {
			sums[name] = sum
		}
	}
	files, err := filepath.Glob("testdata/*.json")
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]bool{}
	for _, f := range files {
		data, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		raw := sha256.Sum256(data)
		sum, name := hex.EncodeToString(raw[:]), filepath.Base(f)
		found[name] = true
		switch {
		case sums[name] == "" && golden.Adding():
			sums[name] = sum
		case sums[name] == "":
			t.Errorf("%s is not in %s: make stored adds it", name, manifest)
		case sums[name] != sum:
			t.Errorf("%s was changed: events of that form are in logs for ever", name)
		}
	}
	var lines []string
	for name, sum := range sums {
		if !found[name] {
			t.Errorf("%s is gone: events of that form are in logs for ever", name)
		}
		lines = append(lines, sum+"  "+name)
	}
	if golden.Adding() {
		sort.Slice(lines, func(i, j int) bool { return lines[i][66:] < lines[j][66:] })
		if err := os.WriteFile(manifest, []byte(strings.Join(lines, "\n")+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
