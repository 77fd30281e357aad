package readmodel

import (
	"time"

	"github.com/callup/callup/domain/ident"
)

// Inquiries are the messages to support.
const Inquiries = "inquiries"

// Inquiry is one message to support.
type Inquiry struct {
	ID         ident.ID   `db:"id"`
	Sender     ident.ID   `db:"sender"` // whose key seals the words
	Member     ident.ID   `db:"member"` // nil for a guest
	Name       string     `db:"name"`
	Email      string     `db:"email"`
	Subject    string     `db:"subject"`
	Message    string     `db:"message"`
	Lang       string     `db:"lang"`
	SentAt     time.Time  `db:"sent_at"`
	AnsweredAt *time.Time `db:"answered_at"`
}
