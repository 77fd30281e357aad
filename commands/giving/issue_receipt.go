package giving

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/donation"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/member"
	"github.com/callup/callup/domain/orgpage"
	"github.com/callup/callup/domain/personal"
	"github.com/callup/callup/domain/receipt"
	"github.com/callup/callup/eventstore"
)

// DueReceipt names a gift that was paid, and where its receipt is to be corrected the event of the gift that gave money back or
// took that back.
type DueReceipt struct{ Donation, Change ident.ID }

// IssueReceipt gives the receipt of a gift its number, or one that corrects it after a refund, or after one that was undone. Done
// before, it changes nothing, also when another year has begun since. The gift's own receipt always comes
// before those that correct it.
//
// First the stream of the gift says which book the number is from; only then it is given there. A server that ends between the
// two leaves a book to look in, so that nobody has to search another for the receipt.
var IssueReceipt = command.Define("issue-receipt", "Give the receipt of a gift, or a correction of it, its number",
	command.Internal, issueReceipt)

func issueReceipt(ctx context.Context, c *command.Call, in DueReceipt) (command.Done, error) {
	g, err := readReceived(ctx, c, in)
	if err != nil {
		return command.Done{}, err
	}
	first, a, err := enter(ctx, c, g, ident.Nil, func(h receipt.Heading, at time.Time) any {
		content := g.content
		content.Heading, content.At = h, at
		return receipt.Issued{Content: content}
	})
	if err != nil || in.Change.IsNil() {
		return command.Done{Position: first.Position}, err
	}
	corrected, _, err := enter(ctx, c, g, in.Change, func(h receipt.Heading, at time.Time) any {
		content := g.content
		content.Heading, content.At = h, at
		by := g.by
		by.First, by.FirstNumber, by.FirstYear = a.Receipt, numberAt(first.Revision), a.Year
		return receipt.Corrected{Content: content, Correction: by}
	})
	return command.Done{Position: corrected.Position}, err
}

// numberAt is the number that an event of a book gives: the first one has revision 0.
func numberAt(r eventstore.Revision) int64 { return int64(r) + 1 }

// enter gives a receipt its number in the book that is, or was, decided for it.
func enter(
	ctx context.Context, c *command.Call, g received, change ident.ID, event func(h receipt.Heading, at time.Time) any,
) (eventstore.Appended, receipt.Assigned, error) {
	assign := receipt.Assign{Donation: g.content.Donation, Change: change, Issuer: receipt.IssuerOf(g.provider), Now: c.Now()}
	id := assign.ReceiptID()
	decided, _, err := command.Load(ctx, c.Handler, receipt.Decider, assign.Donation)
	if err != nil {
		return eventstore.Appended{}, receipt.Assigned{}, err
	}
	a, ok := decided[id]
	if !ok {
		assign.Year, assign.Zone = c.Receipts.YearOf(assign.Now)
		end, err := c.End(ctx, receipt.BookCategory, receipt.Book(assign.Issuer, assign.Year))
		if err != nil {
			return eventstore.Appended{}, a, err
		}
		assign.After = numberAt(end)
		env := c.Envelope
		env.ID = ident.Command("receipts", "assign "+id.String())
		res, err := command.Execute(ctx, c.Handler, receipt.Decider, assign.Donation, env, assign.Decide)
		if err != nil {
			return eventstore.Appended{}, a, err
		}
		if a, ok = res.State[id]; !ok {
			return eventstore.Appended{}, a, fmt.Errorf("receipt %s was decided upon and is not in the stream of its gift", id)
		}
	}
	done, err := c.AppendOnce(ctx, command.Once{
		Category: receipt.BookCategory, Stream: receipt.Book(a.Issuer, a.Year), Event: receipt.EventID(id),
		After: eventstore.Revision(a.After - 1), Envelope: c.Envelope,
		Make: func(at eventstore.Revision) any {
			return event(receipt.Heading{
				Receipt: id, Number: numberAt(at), Issuer: a.Issuer, Year: a.Year, Zone: a.Zone, Template: receipt.Template,
				Texts: c.Receipts.Texts, Lang: g.lang,
			}, a.At) // the moment that told the year, also when it is written after New Year
		},
	})
	return done, a, err
}

// received is a gift that was paid, as its receipts tell of it.
type received struct {
	content        receipt.Content    // without its heading
	by             receipt.Correction // by the change that was asked about, without the receipt that it corrects
	provider, lang string
}

// readReceived reads a gift from its stream, and those named on its receipt from theirs. Words of who is erased are empty.
func readReceived(ctx context.Context, c *command.Call, in DueReceipt) (received, error) {
	var g received
	paid := false
	// change takes a part off what is left, or adds it again, until the change that was asked about
	change := func(id ident.ID, by receipt.Correction) {
		if !g.by.Change.IsNil() {
			return
		}
		by.Left = g.by.Left
		if by.Reversed {
			by.Left.Minor += by.Back.Minor
		} else {
			by.Left.Minor -= by.Back.Minor
		}
		g.by.Left = by.Left
		if id == in.Change {
			by.Change = id
			g.by = by
		}
	}
	for r, err := range c.OpenedEvents(ctx, donation.Category, in.Donation) {
		if err != nil {
			return g, err
		}
		switch e := r.Event.(type) {
		case donation.Started:
			g.provider, g.lang = e.Provider, e.Lang
			g.content.Name, g.content.Email = unsealed(e.Name), unsealed(e.Email)
		case donation.Completed:
			paid = true
			g.content.Payment = receipt.Payment{Donation: e.Donation, Campaign: e.Campaign, Gift: e.Gift, Fee: e.Fee, PaidAt: e.At}
			g.content.Supporter, g.content.Member = e.Supporter, e.Member
			g.by.Left = e.Charge()
		case donation.Refunded:
			if !e.Uncounted {
				change(r.ID, receipt.Correction{Refund: e.Refund, Disputed: e.Reason == donation.ByDispute, Back: e.Amount})
			}
		case donation.RefundReversed:
			if !e.Uncounted && !e.Surplus {
				change(r.ID, receipt.Correction{
					Refund: e.Refund, Reversed: true, Disputed: e.Reason == donation.ByDispute, Back: e.Amount,
				})
			}
		}
	}
	if !paid || in.Change != g.by.Change {
		return g, fmt.Errorf("gift %s, event %s: there is nothing of which a receipt could be issued", in.Donation, in.Change)
	}
	if err := nameGiver(ctx, c, &g.content); err != nil {
		return g, err
	}
	return g, nameCampaign(ctx, c, &g.content)
}

// unsealed gives an opened text, to be sealed anew in another event.
func unsealed(t personal.Text) personal.Text { return personal.Plain(strings.TrimSpace(t.String())) }

// nameGiver names a member who gave: a guest is named in the gift itself.
func nameGiver(ctx context.Context, c *command.Call, to *receipt.Content) error {
	if to.Member.IsNil() {
		return nil
	}
	for r, err := range c.OpenedEvents(ctx, member.Category, to.Member) {
		if err != nil {
			return err
		}
		switch e := r.Event.(type) {
		case member.Registered:
			to.Name, to.Email = unsealed(e.Name), unsealed(e.Email)
		case member.EmailChanged:
			to.Email = unsealed(e.Email)
		case member.ProfileRevised:
			to.Name = unsealed(e.Name)
		}
	}
	return nil
}

// nameCampaign names the campaign, and who runs it: the page in whose name it goes, or its owner.
func nameCampaign(ctx context.Context, c *command.Call, to *receipt.Content) error {
	words, title, err := command.RecentWords(ctx, c.Handler, campaign.Decider, to.Campaign, "title", campaign.TitleIn)
	if err != nil {
		return err
	}
	to.Words, to.Title = words, personal.Plain(title)
	is, _, err := command.Recent(ctx, c.Handler, campaign.Decider, to.Campaign)
	if err != nil {
		return err
	}
	if is.Page.IsNil() {
		owner := receipt.Content{Member: is.Owner}
		err := nameGiver(ctx, c, &owner)
		to.Organizer, to.OrganizerName = member.SubjectOf(is.Owner), owner.Name
		return err
	}
	author, name, err := command.RecentWords(ctx, c.Handler, orgpage.Decider, is.Page, "name", orgpage.NameIn)
	to.Organizer, to.OrganizerName = author, personal.Plain(name)
	return err
}
