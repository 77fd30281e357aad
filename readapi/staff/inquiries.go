package staff

import (
	"time"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/projections/readmodel"
	"github.com/callup/callup/readapi/read"
)

// Inquiry is a message to support.
type Inquiry struct {
	ID         ident.ID   `json:"id" format:"uuid"`
	Member     ident.ID   `json:"member_id" doc:"Empty for who was not signed in"`
	Name       string     `json:"name"`
	Email      string     `json:"email" doc:"Where the answer goes; nobody has shown that it is the sender's"`
	Subject    string     `json:"subject"`
	Message    string     `json:"message"`
	Lang       string     `json:"lang" enum:"en,fr,es"`
	SentAt     time.Time  `json:"sent_at"`
	AnsweredAt *time.Time `json:"answered_at,omitempty"`
}

// InquiriesInput asks for a page of the messages that are open, or that were answered.
type InquiriesInput struct {
	read.ReadAfter
	read.Paging
	Answered bool `query:"answered" doc:"Those that were answered, in place of those that wait"`
}

// Inquiries are the messages to support, the newest first. Errors: bad_cursor.
var Inquiries = read.Define(read.Query[InquiriesInput, read.List[Inquiry]]{
	ID: "inquiries", Path: "/api/admin/inquiries", Summary: "Messages to support, newest first",
	May: read.Staff, Sees: read.Alike,
	SQL: []*read.Statement{inquiriesNewest}, Answer: inquiries,
	Live: &read.Live[InquiriesInput]{Topic: "inquiries", Refetch: true, On: []read.On{read.ByKey(readmodel.Inquiries)}},
})

var inquiriesNewest = read.SQL(`SELECT id, member AS member_id, name, email, subject, message, lang, sent_at, answered_at,
	` + read.Micros("sent_at") + ` AS list_micros,
	(SELECT count(*) FROM {inquiries:moderated} a WHERE (a.answered_at IS NOT NULL) = $1) AS list_total
	FROM {inquiries:moderated} WHERE (answered_at IS NOT NULL) = $1
		AND (NOT $2::boolean OR sent_at < $3 OR sent_at = $3 AND id > $4::uuid)
	ORDER BY sent_at DESC, id LIMIT $5`)

func inquiries(c *read.Call, in InquiriesInput) (read.List[Inquiry], error) {
	return read.Newest(c, []any{"inquiries", in.Answered}, in.Paging, inquiriesNewest, func(i *Inquiry) ident.ID {
		i.SentAt = i.SentAt.UTC()
		read.UTC(&i.AnsweredAt)
		return i.ID
	}, in.Answered)
}
