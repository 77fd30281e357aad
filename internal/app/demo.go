package app

import (
	"context"
	"fmt"
	"time"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/demo"
)

// deed is something of a demonstration beside joining, launching and giving. key is its command: carried out again it
// changes nothing.
type deed struct {
	at  time.Time
	key ident.ID
	do  func(ctx context.Context, w *seeder, key ident.ID) error
}

// deeds are what else happens in a demonstration, in this order, once everybody has joined, launched and given: each in a
// file demo_<what>.go. make new-demo adds a line.
var deeds = []func(*demo.Plan) []deed{
	pledgesDemo,
	updatesDemo,
	shiftsDemo,
	feedDemo, pagesDemo,
	followsDemo,
	teamDemo,
	visibilityDemo,
	featuredDemo,
	urgentDemo,
	reportsDemo,
	staffDemo,
	inquiriesDemo,
	messagesDemo,
}

func deedsOf(p *demo.Plan) (all []deed) {
	for _, of := range deeds {
		all = append(all, of(p)...)
	}
	return all
}

// perform carries a deed out at its own time. One that somebody has made impossible meanwhile is passed over.
func (w *seeder) perform(ctx context.Context, d deed) error {
	w.at = d.at.Truncate(time.Microsecond)
	if err := overtaken(d.do(ctx, w, d.key)); err != nil {
		return fmt.Errorf("a deed of %s: %w", d.at.Format(time.DateTime), err)
	}
	return nil
}
