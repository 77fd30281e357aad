package app

import (
	"context"

	"github.com/callup/callup/internal/mail/smtp"
)

// sendMails hands mails over to the server of the settings until the context ends; without one they stay in the outbox.
func (s *Services) sendMails(ctx context.Context) error {
	if s.Config.SMTP == nil {
		return nil
	}
	relay, err := smtp.New(smtp.Config{
		Server: *s.Config.SMTP, From: s.Config.MailFrom, ReplyTo: s.Config.MailReplyTo, Outbox: s.Outbox, Log: s.Log,
	})
	if err != nil {
		return err
	}
	return relay.Run(ctx)
}
