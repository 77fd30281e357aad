package main

import (
	"strings"
	"testing"
)

// An analyst compares a masked build of the past with what people read: what the mask alone made is no difference, what
// was given since is, by campaign and to the cent.
func TestDiffOfAMaskedBuildWithTheLiveOne(t *testing.T) {
	s := seedServices(t)
	var out, errs strings.Builder
	p := &program{stdout: &out, stderr: &errs}
	if _, err := s.seed(t.Context(), seedOptions{Members: 6, Campaigns: 3, Donations: 12, Seed: 3}, func(string) {}); err != nil {
		t.Fatal(err)
	}
	if err := s.catchUp(t.Context()); err != nil {
		t.Fatal(err)
	}
	_, head, err := s.store.Head(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := p.buildPast(t.Context(), s.base, s.all, buildFlags{asOf: head.String(), into: "then"}, false); err != nil {
		t.Fatal(err)
	}
	out.Reset()
	if err := p.diff(t.Context(), s.base, "then", liveSchemas, &diffAsked{}); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out.String(), "hold the same: 7 projections") || !strings.Contains(errs.String(), "masked") {
		t.Errorf("%s%s", out.String(), errs.String())
	}
	if err := p.seedBulk(t.Context(), s, seedOptions{Seed: 3}, 1); err != nil { // some gifts
		t.Fatal(err)
	}
	if err := s.catchUp(t.Context()); err != nil {
		t.Fatal(err)
	}
	out.Reset()
	if err := p.diff(t.Context(), s.base, "then", liveSchemas, &diffAsked{}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"CAMPAIGN", "wallet_history", " EUR"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %s in:\n%s", want, out.String())
		}
	}
	if strings.Contains(out.String(), "members ") {
		t.Errorf("a gift changed members:\n%s", out.String())
	}
}
