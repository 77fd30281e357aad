package reactors

import (
	"context"
	"slices"
	"time"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/commands/notifications"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/domain/notice"
	"github.com/callup/callup/domain/notification"
	"github.com/callup/callup/internal/keyring"
	"github.com/callup/callup/internal/mail"
	"github.com/callup/callup/internal/ports"
)

const (
	// settled is how long before a daily mail's moment ends what it tells: by then it is in the log, also what was under way.
	settled = 5 * time.Minute
	// dailySpan is how far the first daily mail goes back, and every other before which nothing is known.
	dailySpan = 24 * time.Hour
	// dailyLines is how many lines a daily mail has at most.
	dailyLines = 30
)

// DailyMails keeps daily mails.
type DailyMails interface {
	DailyUpTo(ctx context.Context, member ident.ID) (time.Time, error)
	SendDaily(ctx context.Context, d mail.DailySent) error
}

// Dailies writes the daily mail of each member who asked for one.
type Dailies struct {
	Config Config
	Now    ports.Clock
	Mails  DailyMails
	// Told reads what a member was told; behind is true while the position that is asked for is not reflected.
	Told func(ctx context.Context, a ports.DailyAsked) (told []ports.DailyTold, behind bool, err error)
	// Open tells whether a member's account is open: who left, and may come back, is mailed nothing.
	Open func(ctx context.Context, member ident.ID) (bool, error)
}

// soon is when what could not be told now is tried again.
func soon(in time.Duration, what string) error { return &command.NotYet{In: in, For: what} }

// Send writes a member's daily mail, if anything waits for it, and tells when the next one is due (command.NotYet). It ends, with
// nil, once the member wants none or is gone.
func (d Dailies) Send(ctx context.Context, who ident.ID) error {
	ctx = keyring.Watch(ctx)
	wants, err := notifications.Chosen(ctx, d.Config.Commands, who)
	if err != nil || len(wants.Daily) == 0 {
		return err
	}
	now := d.Now()
	tomorrow := &command.NotYet{At: wants.NextDaily(who, now), For: "the next daily mail"}
	to, err := (&mails{c: d.Config}).member(ctx, who)
	if err != nil || to.email == "" {
		return err
	}
	open, err := d.Open(ctx, who)
	if err != nil {
		return err
	}
	due := wants.LastDaily(who, now)
	last, err := d.Mails.DailyUpTo(ctx, who)
	if err != nil {
		return err
	}
	if upTo := due.Add(-settled); !open || !last.Before(upTo) {
		return tomorrow
	}
	asked, err := d.asked(ctx, wants, who, due, last)
	if err != nil {
		return err
	}
	told, behind, err := d.Told(ctx, asked)
	if err != nil {
		return err
	}
	if behind {
		return soon(10*time.Second, "what members are told")
	}
	// a member who switched a kind off, or read it, while the tables were read
	still, _, err := command.Load(ctx, d.Config.Commands.Handler, notification.Decider, who)
	if err != nil {
		return err
	}
	if !slices.Equal(still.Daily, wants.Daily) || !slices.Equal(still.Off, wants.Off) || !still.UpTo.Equal(wants.UpTo) {
		return soon(time.Second, "what the member wants now")
	}
	sent := mail.DailySent{Member: who, UpTo: asked.UpTo}
	if len(told) > 0 {
		content := d.content(told)
		content.Name, content.Date = to.name, due.Format(time.DateOnly)
		sent.Message = mail.Message{
			Key: mail.DailyKey(who.String(), due), To: to.email, Lang: to.lang, Content: content,
			Stop: d.Config.Stop(who, mail.DailyKind, to.lang),
		}
		for _, t := range told {
			sent.Words = append(sent.Words, t.Words...)
		}
	}
	if err := d.Mails.SendDaily(ctx, sent); err != nil {
		return err
	}
	return tomorrow
}

// asked is what a daily mail that is due asks for: nothing that was in the mail before, that the member read in the app, or that
// happened before they wanted it daily.
func (d Dailies) asked(
	ctx context.Context, wants notification.State, who ident.ID, due, last time.Time,
) (ports.DailyAsked, error) {
	_, head, err := d.Config.Store.Head(ctx)
	if err != nil {
		return ports.DailyAsked{}, err
	}
	if last.IsZero() {
		last = due.Add(-dailySpan)
	}
	out := ports.DailyAsked{Member: who, UpTo: due.Add(-settled), After: head.String()}
	for _, k := range wants.Daily {
		since := last
		if k.From.After(since) {
			since = k.From
		}
		if wants.UpTo.After(since) && wants.Wants(k.Kind, notice.InApp) {
			since = wants.UpTo
		}
		out.Kinds, out.Since = append(out.Kinds, string(k.Kind)), append(out.Since, since)
	}
	return out, nil
}

// content groups what happened by the campaign or the post to which it did.
func (d Dailies) content(told []ports.DailyTold) mail.Daily {
	out := mail.Daily{
		Link: d.Config.Public + "/my/notifications", Settings: d.Config.Public + "/my/settings#notifications",
	}
	at, lines := map[ident.ID]int{}, 0
	for _, t := range told {
		out.Cut = out.Cut || t.Cut
		if lines == dailyLines {
			out.More += t.Times
			continue
		}
		lines++
		about := t.Campaign
		if t.On != "" {
			about = t.Post
		}
		i, ok := at[about]
		if !ok {
			i = len(out.Groups)
			at[about] = i
			out.Groups = append(out.Groups, d.group(t))
		}
		out.Groups[i].Lines = append(out.Groups[i].Lines, lineOf(t))
	}
	return out
}

func (d Dailies) group(t ports.DailyTold) mail.DailyGroup {
	switch {
	case t.On != "":
		return mail.DailyGroup{Thread: true, Link: d.Config.Public + "/my/activity?post=" + t.Post.String()}
	case t.Own:
		return mail.DailyGroup{Campaign: t.Title, Link: d.Config.Public + "/my/campaigns/" + t.Campaign.String()}
	}
	return mail.DailyGroup{Campaign: t.Title, Link: d.Config.Public + "/campaign/" + t.Campaign.String()}
}

// ofEither are the steps of a pledge that are said of time in one way and of things in another.
var ofEither = []notification.Step{notification.Offered, notification.Withdrawn, notification.Accepted, notification.Declined}

// line says what happened, by the name of a text.
func lineOf(t ports.DailyTold) mail.DailyLine {
	out := mail.DailyLine{
		Says: t.What, Times: t.Times, Minutes: t.Minutes, Things: t.Quantity, Title: t.Subject,
		Amount: money.Amount{Minor: t.Amount, Currency: t.Currency},
	}
	switch kind := notice.Kind(t.Kind); {
	case kind == notice.GiftReceived:
		out.Says = t.Kind
	case kind == notice.CampaignCompleted && t.Reason == "cancelled":
		out.Says = "cancelled"
	case kind == notice.CampaignCompleted:
		out.Says = "ended"
	case kind == notice.ThreadNews:
		out.Says, out.Times = t.On+"_"+t.What, t.Quantity
	case slices.Contains(ofEither, notification.Step(t.What)) && t.Quantity > 0:
		out.Says += "_things"
	case slices.Contains(ofEither, notification.Step(t.What)):
		out.Says += "_time"
	}
	if out.Says == "update" && out.Title == "" {
		out.Says = "update_untitled"
	}
	return out
}
