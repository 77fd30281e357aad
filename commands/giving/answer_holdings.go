package giving

import (
	"context"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/commands/erasing"
	"github.com/callup/callup/domain/donation"
	"github.com/callup/callup/domain/ident"
)

// AnswerHoldings are the words that an owner or an administrator wrote to givers about refunds. They are sealed with the key of
// what the person wrote of themselves; the gifts stay their givers'. Who wrote them may have handed the campaign over since.
func AnswerHoldings() erasing.Holdings {
	answered := func(b *erasing.Belongings, gift, by ident.ID) {
		if b.Wrote(by) {
			b.Add(Answered, gift)
		}
	}
	return erasing.Holdings{
		Area:   "refund_answers",
		Events: []any{donation.RefundExplained{}, donation.RefundDeclined{}},
		See: func(b *erasing.Belongings, event any) {
			switch e := event.(type) {
			case donation.RefundExplained:
				answered(b, e.Donation, e.By)
			case donation.RefundDeclined:
				answered(b, e.Donation, e.By)
			}
		},
		Export: func(ctx context.Context, s *command.Service, p erasing.Person) (any, error) {
			all := []ExportedAnswer{}
			for _, gift := range p.All(Answered) {
				told := func(to, by ident.ID, words ExportedWords, refunded bool) {
					if p.Wrote(by) {
						all = append(all, ExportedAnswer{to, donation.LineOf(gift), words, refunded})
					}
				}
				for r, err := range s.OpenedEvents(ctx, donation.Category, gift) {
					if err != nil {
						return nil, err
					}
					switch e := r.Event.(type) {
					case donation.RefundExplained:
						told(e.Campaign, e.By, ExportedWords{e.Words.String(), e.At}, true)
					case donation.RefundDeclined:
						told(e.Campaign, e.By, ExportedWords{e.Words.String(), e.At}, false)
					}
				}
			}
			return all, nil
		},
	}
}

// ExportedAnswer is what the person wrote to a giver, with the gift's line among the campaign's supporters: the gift's own id
// is its giver's.
type ExportedAnswer struct {
	Campaign ident.ID `json:"campaign"`
	Gift     ident.ID `json:"gift"`
	ExportedWords
	Refunded bool `json:"refunded"` // false: the owner declined
}
