package projections

import (
	"context"
	"errors"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/callup/callup/domain/erasure"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/member"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/eventstore/catalog"
	"github.com/callup/callup/projections/projector"
	"github.com/callup/callup/projections/readmodel"
)

// seals stands for a keyring: what is sealed says so, and opens unless its subject is in gone.
type seals struct{ gone map[ident.ID]bool }

func (seals) Seal(_ context.Context, subject ident.ID, bound, plain string) (string, error) {
	return subject.String() + bound + "|" + plain, nil
}

func (s seals) Open(_ context.Context, subject ident.ID, bound, sealed string) (string, error) {
	if s.gone[subject] {
		return "", catalog.ErrErased
	}
	text, ok := strings.CutPrefix(sealed, subject.String()+bound+"|")
	if !ok {
		return "", errors.New("does not open")
	}
	return text, nil
}

func (seals) Preload(context.Context, []ident.ID) error { return nil }

// recorded are facts as the log holds them.
func recorded(t *rapid.T, cat *catalog.Catalog, facts []fact) []projector.Event {
	out := happenings(facts)
	for i := range out {
		r := &out[i].Recorded
		e, err := cat.Encode(context.Background(), seals{}, r.ID, facts[i].event, eventstore.Metadata{})
		if err != nil {
			t.Fatal(err)
		}
		r.Event = e
		if out[i].Sealed, err = cat.Decode(*r); err != nil {
			t.Fatal(err)
		}
	}
	return out
}

// opened reads what is recorded with the keys that there were when each event was read.
func opened(t *rapid.T, cat *catalog.Catalog, events []projector.Event,
	gone func(event int) map[ident.ID]bool) []projector.Event {
	out := make([]projector.Event, len(events))
	for i, h := range events {
		var err error
		if h.Opened, err = cat.Open(context.Background(), seals{gone(i)}, h.Recorded); err != nil {
			t.Fatal(err)
		}
		out[i] = h
	}
	return out
}

// Whoever folded what people wrote, and then that they were erased, has the same rows as who first looked when their
// keys were gone. In between, copies of the keys run out: some events are read with them and some without.
func TestErasingIsAsIfTheKeyHadAlwaysBeenGone(t *testing.T) {
	cat := catalog.New()
	blanked := 0
	rapid.Check(t, func(t *rapid.T) {
		h := randomHistory(t, 60)
		for range rapid.IntRange(1, 4).Draw(t, "erased at the end") {
			h.erase(func(name string, most int) int { return rapid.IntRange(0, most).Draw(t, name) })
		}
		events := recorded(t, cat, h.facts)
		last := map[ident.ID]int{} // subject → the last time they were erased
		for i, f := range h.facts {
			if e, ok := f.event.(erasure.PersonErased); ok {
				last[e.Subject] = i
			}
		}
		everybody := map[ident.ID]bool{}
		for who := range last {
			everybody[who] = true
		}
		always := opened(t, cat, events, func(int) map[ident.ID]bool { return everybody })
		window := rapid.IntRange(0, len(events)).Draw(t, "copies run out from")
		asItHappened := opened(t, cat, events, func(i int) map[ident.ID]bool {
			gone := map[ident.ID]bool{}
			for who, at := range last {
				gone[who] = i >= at || i >= window && rapid.Bool().Draw(t, "copy gone")
			}
			return gone
		})
		size := rapid.IntRange(1, 20).Draw(t, "page")
		for _, p := range All() {
			got := folded(t, p, asItHappened, size, rapid.Bool().Draw(t, "kept"))
			want := folded(t, p, always, len(always), false)
			if !reflect.DeepEqual(got.Tables, want.Tables) {
				t.Fatalf("%s after the erasure is\n%s\nand without keys\n%s", p.Name, show(got), show(want))
			}
			if !reflect.DeepEqual(folded(t, p, opened(t, cat, events, func(int) map[ident.ID]bool { return nil }), size, false).Tables,
				want.Tables) {
				blanked++
			}
		}
	})
	if blanked == 0 {
		t.Error("no history had anything to blank")
	}
}

func TestErasedRows(t *testing.T) {
	erased := func(who ident.ID) erasure.PersonErased { return erasure.PersonErased{Subject: who, At: at} }
	m := fold(t, "campaigns", launched(), erased(subject))
	c := row[readmodel.Campaign](m, readmodel.Campaigns, id)
	words, need := c.Title+c.Description+c.Story+c.Location+c.Search+c.Place, c.Needs[0]
	if c.Slug != id.String() || words+need.Item+need.Unit+need.Note != "" {
		t.Errorf("the campaign keeps words: %+v", c)
	}
	if c.ForName != "Bo" || c.Goal != 100_000 || c.ItemsGoal != 4 || c.Needs[0].Quantity != 3 {
		t.Errorf("the campaign lost what is not its own words: %+v", c)
	}
	if len(m.Tables[readmodel.CampaignSlugs]) != 1 || row[readmodel.CampaignSlug](m, readmodel.CampaignSlugs,
		id.String()).Campaign != id {
		t.Errorf("its slugs are %v", m.Tables[readmodel.CampaignSlugs])
	}
	if c = row[readmodel.Campaign](fold(t, "campaigns", launched(), erased(ident.ID{8})), readmodel.Campaigns,
		id); c.ForName != "" || c.Title == "" {
		t.Errorf("without its beneficiary it is %+v", c)
	}
	if s := row[readmodel.Supporter](fold(t, "campaign_supporters", started(false), completed(), erased(supporter)),
		readmodel.Supporters, gift); s.Name+s.Message != "" || s.Amount != 5000 || s.State != readmodel.StateListed {
		t.Errorf("the supporter's line is %+v", s)
	}
	if w := row[readmodel.WalletEntry](fold(t, "wallet_history", started(false), completed(), erased(supporter)), readmodel.Wallet,
		gift); w.Message != "" || w.Gift != 5000 {
		t.Errorf("the wallet's entry is %+v", w)
	}
	joined := member.Registered{Member: owner, Subject: subject, Name: plain("Ada"), Email: plain("a@example.org"), Lang: "fr",
		At: at}
	if p := row[readmodel.Member](fold(t, "members", joined, erased(subject)), readmodel.Members,
		owner); p != (readmodel.Member{ID: owner, Subject: subject, Lang: "fr", CreatedAt: at, ShowsName: true}) {
		t.Errorf("the member is %+v", p)
	}
	if p := row[readmodel.Member](fold(t, "members", joined, erased(ident.ID{99})), readmodel.Members, owner); p.Name != "Ada" {
		t.Errorf("somebody else's erasure made of the member %+v", p)
	}
}
