package doctor

import (
	"context"

	"github.com/callup/callup/internal/app"
	"github.com/callup/callup/internal/mail/smtp"
)

// mailServer connects to the server that takes mails, and signs in.
func (d *doctor) mailServer(ctx context.Context) {
	if d.cfg.SMTP == nil {
		d.ok("mail server", "Mails are kept and not sent; production must set CALLUP_SMTP_URL.")
		return
	}
	if err := smtp.Check(ctx, *d.cfg.SMTP, nil); err != nil {
		d.bad(failure, "mail server", "mails can't be handed over: "+err.Error(),
			"Check CALLUP_SMTP_URL, the network, and the server's certificate. Mails wait, and nothing is lost.")
		return
	}
	d.ok("mail server", "%s answers.", d.cfg.SMTP.Address())
}

// mails tells which were not sent.
func (d *doctor) mails(ctx context.Context) {
	d.counted(ctx, warning, "mails", `SELECT count(*) FROM outbox_mails WHERE `+app.MailsOverdue, workLate,
		"%d mails should have been sent and were not", "See why: callup mails list", "None is late.")
	d.counted(ctx, warning, "refused mails", `SELECT count(*) FROM outbox_mails WHERE refused`, 0,
		"%d mails were refused by the mail server for good", "See which: callup mails list; mend it, then: callup mails again",
		"None is refused.")
}
