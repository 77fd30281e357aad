package cli

import (
	"context"
	"fmt"

	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/internal/app"
)

// CampaignByName finds a campaign in the log, by its id or by a slug it holds.
func CampaignByName(ctx context.Context, b *app.Base, name string) (ident.ID, error) {
	if id, err := ident.Parse(name); err == nil {
		return id, nil
	}
	stream := eventstore.StreamName(campaign.SlugCategory, ident.Pair(campaign.SlugCategory, name))
	holder := campaign.SlugDecider.Initial()
	for r, err := range b.Store.ReadStream(ctx, stream, 0) {
		if err != nil {
			return ident.Nil, fmt.Errorf("look up the slug: %w", err)
		}
		e, err := b.Catalog.Decode(r)
		if err != nil {
			return ident.Nil, err
		}
		if e, ok := e.(campaign.SlugEvent); ok {
			holder = campaign.SlugDecider.Evolve(holder, e)
		}
	}
	if holder.IsNil() {
		return ident.Nil, fmt.Errorf("no campaign has the slug %q", name)
	}
	return holder, nil
}
