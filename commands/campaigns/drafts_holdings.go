package campaigns

import (
	"context"
	"time"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/commands/erasing"
	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/erasure"
	"github.com/callup/callup/domain/ident"
)

// DraftHoldings are the campaigns that a person was writing. What became of those that were launched is the campaigns' to tell.
func DraftHoldings() erasing.Holdings {
	const kind = "draft"
	theirs := func(b *erasing.Belongings) []ident.ID { return b.All(kind) }
	return erasing.Holdings{
		Area:   "campaign_drafts",
		Events: []any{campaign.DraftSaved{}, campaign.DraftDiscarded{}},
		Others: []any{campaign.DraftMediaKept{}, campaign.MoneyPurposeKept{}, campaign.DraftsListed{}, campaign.SlugGivenUp{}},
		See: func(b *erasing.Belongings, event any) {
			switch e := event.(type) {
			case campaign.DraftSaved:
				if b.IsMember(e.Owner) {
					b.Add(kind, e.Campaign)
					b.Seal(e.Campaign, e.Subject, erasure.OfCampaign)
					b.Seal(e.Campaign, e.Beneficiary, erasure.OfBeneficiary)
				}
			case campaign.DraftDiscarded:
				if b.IsMember(e.Owner) {
					b.Add(kind, e.Campaign)
				}
			}
		},
		Ends:  []erasing.Ending{{What: "drafts", Things: theirs, End: endDraft}},
		Named: theirs,
		Export: func(ctx context.Context, s *command.Service, p erasing.Person) (any, error) {
			all := []ExportedDraft{}
			for _, id := range theirs(p.Belongings) {
				one, err := exportDraft(ctx, s, id)
				if err != nil {
					return nil, err
				}
				all = append(all, one)
			}
			return all, nil
		},
	}
}

// endDraft throws a draft away that is one still.
func endDraft(ctx context.Context, s *command.Service, id ident.ID) (over bool, err error) {
	d, _, err := command.Load(ctx, s.Handler, campaign.Decider, id)
	if err != nil || d.Status != campaign.Draft {
		return err == nil, err
	}
	_, err = DiscardDraft.Run(ctx, s, erasing.Envelope("discard", id).For(d.Owner), DraftBody{DraftID: id, Number: d.Saves})
	return err == nil, err
}

// ExportedDraft is a campaign that somebody was writing, with everything that they kept of it.
type ExportedDraft struct {
	Campaign    ident.ID          `json:"campaign"`
	Versions    []ExportedContent `json:"versions"`
	MoneyFor    []ExportedPurpose `json:"money_for,omitempty"` // to the administrators
	LaunchedAt  *time.Time        `json:"launched_at,omitempty"`
	DiscardedAt *time.Time        `json:"discarded_at,omitempty"`
}

func exportDraft(ctx context.Context, s *command.Service, id ident.ID) (ExportedDraft, error) {
	out := ExportedDraft{Campaign: id, Versions: []ExportedContent{}}
	for r, err := range s.OpenedEvents(ctx, campaign.Category, id) {
		if err != nil {
			return out, err
		}
		switch e := r.Event.(type) {
		case campaign.DraftSaved:
			out.Versions = append(out.Versions, exportedContent(e.Content, e.At))
		case campaign.MoneyPurposeKept:
			out.MoneyFor = append(out.MoneyFor, ExportedPurpose{e.At, e.Purpose.String()})
		case campaign.DraftDiscarded:
			out.DiscardedAt, out.Versions, out.MoneyFor = &e.At, []ExportedContent{}, nil // nobody reads its words any more
		case campaign.Launched:
			out.LaunchedAt = &e.At
		}
	}
	return out, nil
}
