package projections

import (
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/inquiry"
	"github.com/callup/callup/projections/projector"
	"github.com/callup/callup/projections/readmodel"
)

// inquiriesProjection keeps the messages to support for whoever answers them.
func inquiriesProjection() *projector.Projection {
	inquiries := projector.NewTable[ident.ID, readmodel.Inquiry](readmodel.Inquiries, "id",
		projector.Lookup("sender", func(i *readmodel.Inquiry) ident.ID { return i.Sender }),
		projector.OwnedBy("sender", projector.Remove()))

	return projector.New("inquiries", 1, inquiries).Personal().
		Invariant("inquiries", "SELECT 'inquiries', count(*)::text FROM {inquiries}").
		On(projector.Fold(func(r *projector.Rows, e inquiry.Sent, _ projector.Meta) {
			i := inquiries.Begin(r, e.Inquiry)
			i.Sender, i.Member, i.Name, i.Email = e.Sender, e.Member, e.Name.String(), e.Email.String()
			i.Subject, i.Message, i.Lang, i.SentAt = e.Subject.String(), e.Message.String(), e.Lang, e.At
		})).
		On(projector.Fold(func(r *projector.Rows, e inquiry.Answered, _ projector.Meta) {
			at := e.At
			inquiries.Edit(r, e.Inquiry).AnsweredAt = &at
		}))
}
