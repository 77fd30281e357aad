package reactors

import (
	"context"

	"github.com/callup/callup/domain/inquiry"
	"github.com/callup/callup/internal/mail"
)

// inquired mails a message to support to whoever runs the installation, if they said where, and acknowledges it to its sender:
// to the address of a member's account, else to the one that was typed, once an hour at most. Once the sender is erased there is
// nobody to write to.
func (m *mails) inquired(ctx context.Context, sealed inquiry.Sent) error {
	for r, err := range m.c.Commands.OpenedEvents(ctx, inquiry.Category, sealed.Inquiry) {
		if err != nil {
			return err
		}
		e, ok := r.Event.(inquiry.Sent)
		if !ok || e.Email.String() == "" {
			continue
		}
		if m.c.Support != "" {
			err := m.c.Mailer.Send(ctx, mail.Message{
				Key: mail.InquiryKey(e.Inquiry.String()), To: m.c.Support, Lang: e.Lang, Repeated: true, ReplyTo: e.Email.String(),
				Content: mail.InquiryReceived{
					Name: e.Name.String(), Email: e.Email.String(), Subject: e.Subject.String(), Message: e.Message.String(),
					Reference: e.Inquiry.String(),
				},
			})
			if err != nil {
				return err
			}
		}
		to := e.Email.String()
		if !e.Member.IsNil() {
			account, err := m.member(ctx, e.Member)
			if err != nil || account.email == "" {
				return err
			}
			to = account.email
		}
		return m.c.Mailer.Send(ctx, mail.Message{
			Key: mail.AcknowledgedKey(e.Sender.String(), e.At), To: to, Lang: e.Lang, Repeated: true, Asked: true,
			Content: mail.InquiryAcknowledged{Reference: e.Inquiry.String(), Link: m.c.Public + "/faq"},
		})
	}
	return nil
}
