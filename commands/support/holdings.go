package support

import (
	"context"
	"time"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/commands/erasing"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/inquiry"
	"github.com/callup/callup/internal/mail"
)

// Holdings are the messages that a person wrote to support. Their words are sealed with the person's own key.
func Holdings() erasing.Holdings {
	return erasing.Holdings{
		Area:   "support",
		Events: []any{inquiry.Sent{}},
		Others: []any{inquiry.Answered{}},
		See: func(b *erasing.Belongings, event any) {
			if e, ok := event.(inquiry.Sent); ok && b.Wrote(e.Sender) {
				b.Add(inquiry.Category, e.Inquiry)
			}
		},
		Named: func(b *erasing.Belongings) []ident.ID { return b.All(inquiry.Category) },
		// what acknowledges them is mailed to the person, and found by their address
		Mails: func(b *erasing.Belongings) []string {
			var keys []string
			for _, id := range b.All(inquiry.Category) {
				keys = append(keys, mail.InquiryKey(id.String()))
			}
			return keys
		},
		Address: erasing.AddressIn(inquiry.Category, writer),
		Export:  export,
	}
}

// writer returns who wrote by an event, and their address.
func writer(event any) (subject ident.ID, email string) {
	if e, ok := event.(inquiry.Sent); ok {
		return e.Sender, e.Email.String()
	}
	return ident.Nil, ""
}

// Exported is a message to support as who wrote it is given it.
type Exported struct {
	At      time.Time `json:"at"`
	Name    string    `json:"name"`
	Email   string    `json:"email"`
	Subject string    `json:"subject"`
	Message string    `json:"message"`
	Lang    string    `json:"lang"`

	AnsweredAt *time.Time `json:"answered_at,omitempty"`
}

func export(ctx context.Context, s *command.Service, p erasing.Person) (any, error) {
	all := []Exported{}
	for _, id := range p.All(inquiry.Category) {
		for r, err := range s.OpenedEvents(ctx, inquiry.Category, id) {
			if err != nil {
				return nil, err
			}
			switch e := r.Event.(type) {
			case inquiry.Answered:
				all[len(all)-1].AnsweredAt = &e.At
			case inquiry.Sent:
				all = append(all, Exported{
					At: e.At, Name: e.Name.String(), Email: e.Email.String(), Subject: e.Subject.String(), Message: e.Message.String(),
					Lang: e.Lang,
				})
			}
		}
	}
	return all, nil
}
