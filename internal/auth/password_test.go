package auth

import (
	"context"
	"crypto/rand"
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"golang.org/x/crypto/argon2"
)

func newTestHasher(t *testing.T, cost Hashing, atOnce, waiting int) *hasher {
	t.Helper()
	h, err := newHasher(cost, rand.Reader, atOnce, waiting)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func TestHashing(t *testing.T) {
	t.Parallel()
	h := newTestHasher(t, Hashing{}, 0, 0)
	phc, err := h.hash(t.Context(), "sécrèt")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(phc, "$argon2id$v=19$m=19456,t=2,p=1$") {
		t.Errorf("made %s", phc)
	}
	for password, want := range map[string]bool{"sécrèt": true, "se\u0301cre\u0300t": true, "secret": false, "": false} {
		fits, outdated, err := h.verify(t.Context(), password, phc)
		if err != nil || fits != want || outdated {
			t.Errorf("%q: %v %v %v", password, fits, outdated, err)
		}
	}
	if fits, outdated, err := newTestHasher(t, cheap, 0, 0).verify(t.Context(), "sécrèt", phc); err != nil || !fits || !outdated {
		t.Errorf("another cost today: %v %v %v", fits, outdated, err)
	}
	if fits, _, err := h.verify(t.Context(), "", ""); err != nil || fits {
		t.Errorf("nobody's password fits: %v", err)
	}
}

func TestHashesAtOnceAreBounded(t *testing.T) {
	t.Parallel()
	h := newTestHasher(t, cheap, 2, 3)
	entered, leave := make(chan struct{}), make(chan struct{})
	var running, most atomic.Int64
	h.argon = func(p, s []byte, passes, memory uint32, lanes uint8, length uint32) []byte {
		most.Store(max(most.Load(), running.Add(1)))
		entered <- struct{}{}
		<-leave
		running.Add(-1)
		return argon2.IDKey(p, s, passes, memory, lanes, length)
	}
	var all sync.WaitGroup
	for range 2 {
		all.Go(func() {
			if _, err := h.hash(context.WithoutCancel(t.Context()), "x"); err != nil {
				t.Error(err)
			}
		})
		<-entered
	}
	// both slots are taken: somebody who gives up while waiting leaves no trace
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := h.hash(gone, "x"); !errors.Is(err, context.Canceled) {
		t.Errorf("waiting with an ended context: %v", err)
	}
	h.waiting.Store(3)
	if _, err := h.hash(t.Context(), "x"); code(err) != "busy" {
		t.Errorf("one too many waits: %v", err)
	}
	h.waiting.Store(0)
	close(leave)
	all.Wait()
	if most.Load() != 2 {
		t.Errorf("%d at once", most.Load())
	}
}

func TestPasswordPolicy(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		password, code string
		min            int
	}{
		"good":               {password: "tr0ub4dor&3"},
		"five":               {password: "xk3$q", code: "password_too_short"},
		"six":                {password: "xk3$qz"},
		"six of many":        {password: "🐘🦏🦛🐪🦒🦘"},
		"setting":            {password: "xk3$qz", min: 12, code: "password_too_short"},
		"128":                {password: strings.Repeat("ab3$", 32)},
		"256":                {password: strings.Repeat("ab3$", 64)},
		"257":                {password: strings.Repeat("ab3$", 64) + "x", code: "password_too_long"},
		"256 of many bytes":  {password: strings.Repeat("語", 256)},
		"257 of many bytes":  {password: strings.Repeat("語", 257), code: "password_too_long"},
		"common":             {password: "password", code: "password_common"},
		"common in capitals": {password: "PassWord", code: "password_common"},
		"common full width":  {password: "ｐａｓｓｗｏｒｄ", code: "password_common"},
		"first of list":      {password: strings.SplitN(common, "\n", 2)[0], code: "password_common"},
		"address":            {password: "ada.lovelace@example.org", code: "password_common"},
		"local part":         {password: "Ada.Lovelace", code: "password_common"},
		"name":               {password: "ada lovelace", code: "password_common"},
		"spaces":             {password: "a b c d e f g"},
		"empty":              {password: "", code: "required"},
	} {
		p := policy{min: 6}
		if c.min != 0 {
			p.min = c.min
		}
		got := ""
		if r := p.check("password", c.password, "ada.lovelace@example.org", "Ada Lovelace"); r != nil {
			got = r.Code
			if r.Code == "password_too_short" && r.Args["min"] != p.min {
				t.Errorf("%s: %v", name, r.Args)
			}
		}
		if got != c.code {
			t.Errorf("%s: %q, want %q", name, got, c.code)
		}
	}
	if n := strings.Count(common, "\n"); n < 10_000 {
		t.Errorf("only %d common passwords", n)
	}
}

func TestAddresses(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"ada@example.org": "ada@example.org", " Ada@Example.ORG ": "ada@example.org", "a+b@x.co": "a+b@x.co",
		"ａda@example.org": "ada@example.org", "jörg@müller.example": "jörg@xn--mller-kva.example",
		"jörg@xn--mller-kva.example": "jörg@xn--mller-kva.example",
		"":                           "", "ada": "", "ada@": "", "@example.org": "", "ada@localhost": "", "a@b..c": "", "a b@example.org": "",
		"Ada <ada@example.org>": "", "ada@example.org, b@example.org": "", "ada@-x.org": "", "ada@exa_mple.org": "",
		"a\x00b@example.org": "", "a\r\nBcc: x@example.org": "", `"a b"@example.org`: "", "ada@[127.0.0.1]": "",
		"\xff@example.org": "", strings.Repeat("a", 65) + "@example.org": "", "a@" + strings.Repeat("a.", 130) + "org": "",
		"a\u200b@example.org": "",
	} {
		got, refusal := parseAddress(in)
		if got.normal != want || (refusal == nil) != (want != "") {
			t.Errorf("%q: %q, %v", in, got.normal, refusal)
		}
	}
}

func FuzzAddress(f *testing.F) {
	for _, s := range []string{"ada@example.org", "Ａda@Example.ORG", "\xff@x.y", "a@b", "İ@x.yz"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		a, refusal := parseAddress(s)
		if refusal != nil {
			return
		}
		again, refusal := parseAddress(a.typed)
		if refusal != nil || again != a {
			t.Fatalf("%q gives %+v, which gives %+v, %v", s, a, again, refusal)
		}
		if strings.ContainsAny(a.typed, "\r\n\x00 ") || strings.Count(a.typed, "@") != 1 {
			t.Fatalf("%q gives %q", s, a.typed)
		}
	})
}

func FuzzStoredHash(f *testing.F) {
	f.Add(encode(cheap, make([]byte, 16), make([]byte, 32)))
	f.Add("$argon2id$v=19$m=4294967295,t=1,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAA")
	f.Fuzz(func(t *testing.T, phc string) {
		c, salt, sum, err := decode(phc)
		if err == nil && (c.MemoryKiB > maxMemoryKiB || c.Passes == 0 || c.Lanes == 0 || len(salt) == 0 || len(sum) == 0) {
			t.Fatalf("%q gives %+v", phc, c)
		}
	})
}
