package readmodel

import (
	"time"

	"github.com/callup/callup/domain/ident"
)

// Tables of this area.
const (
	Members = "members"
)

// Member is what a member shows; the e-mail address is shown to themselves only.
type Member struct {
	ID        ident.ID  `db:"id"`
	Subject   ident.ID  `db:"subject"`
	Name      string    `db:"name"`
	Email     string    `db:"email"`
	Bio       string    `db:"bio"`
	Location  string    `db:"location"`
	Lang      string    `db:"lang"`
	Search    string    `db:"search"` // name, lower-case, without accents
	CreatedAt time.Time `db:"created_at"`

	OnboardingSkipped bool `db:"onboarding_skipped"` // the member wants to be shown no first steps
}
