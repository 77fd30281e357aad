package ident_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/callup/callup/domain/ident"
)

func ids() *rapid.Generator[ident.ID] {
	return rapid.Custom(func(t *rapid.T) ident.ID {
		return ident.ID(rapid.SliceOfN(rapid.Byte(), 16, 16).Draw(t, "id"))
	})
}

// Retries rest on these values: they may never change.
func TestDerivedIdentifiersAreForEver(t *testing.T) {
	command := ident.Command("member:1", "key")
	for want, got := range map[string]ident.ID{
		"e3f8a398-1e28-50da-9d20-825ce13a3eca": command,
		"752b7daf-f272-5640-a187-b7890c50ce36": ident.Event(command, 0),
		"6196ae24-105d-581b-9727-288386011c48": ident.Event(command, 99),
		"6674ca2b-50e5-5e18-ac6d-3fe17f218972": ident.Thing("donation", command),
		"33e0336a-6a30-5935-a39d-7af1ee0b937f": ident.Pair("slug", "water-for-all"),
	} {
		if got.String() != want {
			t.Errorf("derived %s, not %s", got, want)
		}
	}
}

func TestDerivedIdentifiersAreVersion5(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		parts := rapid.SliceOf(rapid.String()).Draw(t, "parts")
		id := ident.Derive(ids().Draw(t, "space"), parts...)
		if id[6]>>4 != 5 || id[8]>>6 != 2 {
			t.Fatalf("%s is not of version 5", id)
		}
	})
}

func TestPartsDoNotRunIntoEachOther(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		short := rapid.SliceOfN(rapid.StringN(0, 4, -1), 0, 3)
		a, b := short.Draw(t, "a"), short.Draw(t, "b")
		same := len(a) == len(b)
		for i := range a {
			same = same && a[i] == b[i]
		}
		if (ident.Derive(ident.Nil, a...) == ident.Derive(ident.Nil, b...)) != same {
			t.Fatalf("%q and %q", a, b)
		}
	})
	if ident.Pair("a", "bc") == ident.Pair("ab", "c") {
		t.Error("a category runs into what follows")
	}
}

func TestEventsOfOneCommandDiffer(t *testing.T) {
	seen := map[ident.ID]bool{}
	for n := range 1000 {
		seen[ident.Event(ident.Nil, n)] = true
	}
	if len(seen) != 1000 {
		t.Errorf("1000 events have %d ids", len(seen))
	}
}

func TestTextForm(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		id := ids().Draw(t, "id")
		got, err := ident.Parse(id.String())
		if err != nil || got != id {
			t.Fatalf("%s was read as %s, %v", id, got, err)
		}
		if got, err = ident.Parse(strings.ToUpper(id.String())); err != nil || got != id {
			t.Fatalf("%s in capitals was read as %s, %v", id, got, err)
		}
		b, err := json.Marshal(map[ident.ID]ident.ID{id: id})
		if err != nil {
			t.Fatal(err)
		}
		var back map[ident.ID]ident.ID
		if err := json.Unmarshal(b, &back); err != nil || back[id] != id {
			t.Fatalf("%s came back as %v, %v", b, back, err)
		}
	})
}

func TestMalformedTextIsRefused(t *testing.T) {
	for _, s := range []string{
		"", "x", "6b1f0c520a7e4a1c9a513f0e77129d01", "6b1f0c52-0a7e-4a1c-9a51-3f0e77129d0", "6b1f0c52-0a7e-4a1c-9a51-3f0e77129d0g",
		"{6b1f0c52-0a7e-4a1c-9a51-3f0e77129d0}", "6b1f0c52_0a7e-4a1c-9a51-3f0e77129d01", "6b1f0c5-20a7e-4a1c-9a51-3f0e77129d01",
	} {
		if id, err := ident.Parse(s); !errors.Is(err, ident.ErrMalformed) || !id.IsNil() {
			t.Errorf("%q was read as %s, %v", s, id, err)
		}
	}
}

func TestNew(t *testing.T) {
	id, err := ident.New(bytes.NewReader(bytes.Repeat([]byte{0xff}, 16)))
	if err != nil || id.String() != "ffffffff-ffff-4fff-bfff-ffffffffffff" {
		t.Errorf("%s, %v", id, err)
	}
	if _, err := ident.New(bytes.NewReader([]byte{1})); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("too little randomness gave %v", err)
	}
}

func FuzzParse(f *testing.F) {
	f.Add("6b1f0c52-0a7e-4a1c-9a51-3f0e77129d01")
	f.Fuzz(func(t *testing.T, s string) {
		if id, err := ident.Parse(s); err == nil && id.String() != strings.ToLower(s) {
			t.Errorf("%q was read as %s", s, id)
		}
	})
}
