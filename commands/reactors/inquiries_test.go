package reactors

import (
	"testing"
	"time"

	"github.com/callup/callup/commands/support"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/mail"
)

// wrote has somebody write to support, in French.
func (w *world) wrote(by ident.ID, email, subject string) {
	w.t.Helper()
	env := w.env()
	if !by.IsNil() {
		env = env.For(by)
	}
	done, err := support.WriteToSupport.Run(w.t.Context(), w.commands, env, support.WriteToSupportBody{
		Name: "Ada", Email: email, Subject: subject, Message: "How?", Lang: "fr",
	})
	must(w.t, err)
	if done.Position.IsZero() {
		w.t.Error("nothing was recorded")
	}
}

// A message to support reaches whoever runs the installation whole. It is acknowledged in the sender's language, to a member at
// the address of the account, and to no address more than once an hour.
func TestMails_BringMessagesToSupportAndAcknowledgeThem(t *testing.T) {
	w := newWorld(t)
	cy := ident.Pair("member", "cy")
	w.register(cy, "Cy", "cy@example.org", "en")
	w.moveOn(w.now().Truncate(time.Hour).Add(90 * time.Minute).Sub(w.now())) // all within one hour
	w.wrote(ident.Nil, "ada@example.org", "A question")
	w.wrote(ident.Nil, "ADA@example.org", "Another")
	w.wrote(cy, "elsewhere@example.org", "Mine")
	w.run(w.router())
	w.handled()
	brought := map[string]mail.InquiryReceived{}
	for _, m := range w.mails.to("help@callup.example") {
		if got, ok := m.Content.(mail.InquiryReceived); ok {
			brought[got.Subject] = got
		}
	}
	first := brought["A question"]
	if len(brought) != 3 || first.Name != "Ada" || first.Email != "ada@example.org" || first.Message != "How?" ||
		first.Reference == "" || brought["Mine"].Email != "elsewhere@example.org" {
		t.Errorf("brought %+v", brought)
	}
	for _, to := range []string{"ada@example.org", "cy@example.org"} {
		got := w.mails.to(to)
		if len(got) != 1 {
			t.Fatalf("%s got %d mails", to, len(got))
		}
		if a, ok := got[0].Content.(mail.InquiryAcknowledged); !ok || got[0].Lang != "fr" || a.Link != "https://callup.example/faq" {
			t.Errorf("%+v", got[0])
		}
	}
	if len(w.mails.sent) != 5 {
		t.Errorf("%d mails", len(w.mails.sent))
	}
}
