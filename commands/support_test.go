package commands_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/callup/callup/commands/erasing"
	"github.com/callup/callup/commands/support"
	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/erasure"
)

func message() support.WriteToSupportBody {
	return support.WriteToSupportBody{
		Name: "Ada", Email: "ada@example.org", Subject: "A question", Message: "How do I start?", Lang: "en",
	}
}

// An address that can't be one is refused at its field, and leaves nothing behind.
func TestWriteToSupport_RefusesAnAddressThatIsNone(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for _, email := range []string{"ada", "ada@example", "Ada <ada@example.org>"} {
		in := message()
		in.Email = email
		_, err := support.WriteToSupport.Run(t.Context(), w.service(), w.env(), in)
		if r, ok := errors.AsType[*domain.Refusal](err); !ok || r.Code != "malformed_email" || r.Field != "email" {
			t.Errorf("%q is answered %v", email, err)
		}
	}
	if _, found, err := w.keys.FindGuest(t.Context(), "ada@example"); err != nil || found {
		t.Errorf("a key was made: %t, %v", found, err)
	}
}

// A guest's messages are found by the address they wrote under, are given to whoever asks for what is kept of them, and lose
// their words, and the mails that hold them, when the guest is erased.
func TestHoldings_ExportAndEraseMessagesToSupport(t *testing.T) {
	t.Parallel()
	a := &around{world: newWorld(t)}
	s := a.service()
	_, err := support.WriteToSupport.Run(t.Context(), s, a.env(), message())
	must(t, err)
	e := a.erasures(s)
	given, err := e.ExportGuest(t.Context(), "ADA@example.org")
	must(t, err)
	all, ok := given["support"].([]support.Exported)
	if !ok || len(all) != 1 || all[0].Email != "ada@example.org" || all[0].Subject != "A question" ||
		all[0].Message != "How do I start?" || all[0].Name != "Ada" {
		t.Errorf("given %+v", given)
	}
	guest, _, err := a.keys.FindGuest(t.Context(), "ada@example.org")
	must(t, err)
	found := func() string {
		email, known, err := support.Holdings().Address(t.Context(), s, erasing.Whose{Subject: guest})
		must(t, err)
		if !known {
			t.Error("nothing is known of the sender")
		}
		return email
	}
	if email := found(); email != "ada@example.org" {
		t.Errorf("found %q", email)
	}
	state, _, err := e.EraseGuest(t.Context(), a.env(), "ada@example.org", erasure.ByOperator)
	must(t, err)
	_, err = e.Begin(t.Context(), a.env(), state.ID)
	must(t, err)
	a.advanced(t, state.ID)
	var purged []string
	for _, traces := range a.traces {
		purged = append(purged, traces.Mails...)
	}
	if len(purged) != 1 || !strings.HasPrefix(purged[0], "inquiry-received:") {
		t.Errorf("purged the mails %q", purged)
	}
	s = a.service()
	if email := found(); email != "" {
		t.Errorf("%q is left in the log", email)
	}
}
