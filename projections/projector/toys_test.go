package projector

import (
	"slices"
	"time"

	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/donation"
	"github.com/callup/callup/domain/erasure"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/member"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/domain/personal"
	"github.com/callup/callup/eventstore"
)

// Toy projections: tables of every kind of key and column, rows that are begun, changed, looked up and removed, with and
// without personal text.

type sum struct {
	Campaign ident.ID       `db:"campaign"`
	Currency money.Currency `db:"currency"`
	Raised   int64          `db:"raised"`
	Gifts    int64          `db:"gifts"`
	LastAt   *time.Time     `db:"last_at"`
}

type giver struct {
	Campaign  ident.ID    `db:"campaign"`
	Supporter ident.ID    `db:"supporter"`
	Gifts     int64       `db:"gifts"`
	At        []time.Time `db:"at"`
}

type giverKey struct {
	Campaign  ident.ID `db:"campaign"`
	Supporter ident.ID `db:"supporter"`
}

type hour struct {
	Campaign ident.ID  `db:"campaign"`
	Hour     time.Time `db:"hour"`
	Gifts    int64     `db:"gifts"`
}

type hourKey struct {
	Campaign ident.ID  `db:"campaign"`
	Hour     time.Time `db:"hour"`
}

type total struct {
	Supporter ident.ID       `db:"supporter"`
	Currency  money.Currency `db:"currency"`
	Given     int64          `db:"given"`
}

type totalKey struct {
	Supporter ident.ID       `db:"supporter"`
	Currency  money.Currency `db:"currency"`
}

type count struct {
	Kind  string `db:"kind"`
	Count int64  `db:"count"`
}

type line struct {
	Donation  ident.ID   `db:"donation"`
	Campaign  ident.ID   `db:"campaign"`
	Supporter ident.ID   `db:"supporter"`
	Listed    bool       `db:"listed"`
	Name      string     `db:"name"`
	Returned  int64      `db:"returned"`
	At        *time.Time `db:"at"`
}

type receipt struct {
	Donation  ident.ID `db:"donation"`
	Supporter ident.ID `db:"supporter"`
	Status    string   `db:"status"`
	Message   string   `db:"message"`
}

type name struct {
	ID      ident.ID `db:"id"`
	Subject ident.ID `db:"subject"`
	Name    string   `db:"name"`
	Email   string   `db:"email"`
}

type title struct {
	ID        ident.ID  `db:"id"`
	Title     string    `db:"title"`
	Resources []string  `db:"resources"`
	Launched  time.Time `db:"launched"`
}

func toys() []*Projection {
	return []*Projection{toyTitles(), toySums(), toyLines(), toyTotals(), toyReceipts(), toyCounts(), toyNames()}
}

func byName(name string) *Projection {
	for _, p := range toys() {
		if p.Name == name {
			return p
		}
	}
	panic("no projection " + name)
}

func toySums() *Projection {
	sums := NewTable[ident.ID, sum]("sums", "campaign")
	givers := NewTable[giverKey, giver]("givers", "campaign, supporter")
	hours := NewTable[hourKey, hour]("hours", "campaign, hour", Index("(hour, campaign)"))
	return New("sums", 2, sums, givers, hours).
		Invariant("raised", "SELECT currency, sum(raised)::text FROM {sums} GROUP BY currency").
		On(Fold(func(r *Rows, e campaign.Launched, _ Meta) { sums.Edit(r, e.Campaign).Currency = e.Goal.Currency })).
		On(Fold(func(r *Rows, e donation.Completed, _ Meta) {
			s, at := sums.Edit(r, e.Campaign), e.At
			s.Raised += e.Counted.Minor
			s.Gifts++
			s.LastAt = &at
			g := givers.Edit(r, giverKey{e.Campaign, e.Supporter})
			g.Gifts++
			g.At = append(slices.Clip(g.At), at) // the row before still holds the old ones
			hours.Edit(r, hourKey{e.Campaign, e.At.UTC().Truncate(time.Hour)}).Gifts++
		})).
		On(Fold(func(r *Rows, e donation.Refunded, _ Meta) {
			s := sums.Edit(r, e.Campaign)
			s.Raised -= e.Counted.Minor
			if !e.Full {
				return
			}
			s.Gifts--
			k := giverKey{e.Campaign, e.Supporter}
			if g := givers.Edit(r, k); g.Gifts <= 1 {
				givers.Delete(r, k)
			} else {
				g.Gifts--
			}
		}))
}

func toyTotals() *Projection {
	totals := NewTable[totalKey, total]("totals", "supporter, currency")
	return New("totals", 2, totals).
		On(Fold(func(r *Rows, e donation.Completed, _ Meta) {
			totals.Edit(r, totalKey{e.Supporter, e.Gift.Currency}).Given += e.Gift.Minor
		}))
}

func toyCounts() *Projection {
	counts := NewTable[string, count]("counts", "kind")
	return New("counts", 2, counts).
		On(Fold(func(r *Rows, _ donation.Completed, _ Meta) { counts.Edit(r, "gifts").Count++ })).
		On(Fold(func(r *Rows, _ campaign.Launched, _ Meta) { counts.Edit(r, "campaigns").Count++ }))
}

func toyLines() *Projection {
	lines := NewTable[ident.ID, line]("lines", "donation", Index("(campaign, at DESC) WHERE listed"),
		Lookup("supporter", func(l *line) ident.ID { return l.Supporter }), OwnedBy("supporter", Blank("name")),
		Shown(func(l *line) bool { return l.Listed }))
	return New("lines", 2, lines).Personal().
		On(Fold(func(r *Rows, e donation.Started, _ Meta) {
			l := lines.Begin(r, e.Donation)
			l.Campaign, l.Supporter, l.Name = e.Campaign, e.Supporter, e.Name.String()
		})).
		On(Fold(func(r *Rows, e donation.Completed, _ Meta) {
			l, at := lines.Edit(r, e.Donation), e.At
			l.Listed, l.At = true, &at
		})).
		On(Fold(func(r *Rows, e donation.Refunded, _ Meta) {
			l := lines.Edit(r, e.Donation)
			l.Returned += e.Gift.Minor
			l.Listed = !e.Full
		}))
}

func toyReceipts() *Projection {
	receipts := NewTable[ident.ID, receipt]("receipts", "donation",
		Lookup("supporter", func(l *receipt) ident.ID { return l.Supporter }), OwnedBy("supporter", Remove()))
	return New("receipts", 2, receipts).Personal().
		On(Fold(func(r *Rows, e donation.Started, _ Meta) {
			w := receipts.Begin(r, e.Donation)
			w.Supporter, w.Status, w.Message = e.Supporter, "started", e.Message.String()
		})).
		On(Fold(func(r *Rows, e donation.Completed, _ Meta) { receipts.Edit(r, e.Donation).Status = "complete" }))
}

func toyNames() *Projection {
	names := NewTable[ident.ID, name]("names", "id", Lookup("subject", func(n *name) ident.ID { return n.Subject }),
		OwnedBy("subject", Erase("blanks what one is called", func(_ *Rows, n *name) { n.Name, n.Email = "", "" })))
	return New("names", 2, names).Personal().
		On(Fold(func(r *Rows, e member.Registered, _ Meta) {
			n := names.Begin(r, e.Member)
			n.Subject, n.Name, n.Email = e.Subject, e.Name.String(), e.Email.String()
		}))
}

func toyTitles() *Projection {
	titles := NewTable[ident.ID, title]("titles", "id")
	return New("titles", 2, titles).Personal().
		On(Fold(func(r *Rows, e campaign.Launched, _ Meta) {
			c := titles.Edit(r, e.Campaign)
			c.Title, c.Launched = e.Title.String(), e.At
			for _, x := range e.Resources {
				c.Resources = append(c.Resources, string(x))
			}
		}))
}

var (
	id        = ident.ID{1}
	subject   = ident.ID{2}
	owner     = ident.ID{3}
	gift      = ident.ID{4}
	supporter = ident.ID{5}
	at        = time.Date(2026, 11, 20, 9, 30, 0, 0, time.UTC)
)

var terms = donation.Terms{
	Gift: money.Of(5000, money.USD), Fee: money.Of(175, money.USD), Counted: money.Of(4301, money.EUR),
	Main: money.Of(4301, money.EUR),
	Rate: money.Rate{From: money.USD, To: money.EUR, Num: 8602, Den: 10000, Date: "2026-11-20", Source: "ecb"},
}

func plain(s string) personal.Text { return personal.Plain(s) }

func launched() campaign.Launched {
	return campaign.Launched{Campaign: id, Subject: subject, Owner: owner, Slug: plain("a-well"), Content: campaign.Content{
		Title: plain("A well"), Description: plain("A well"), Story: plain("Long ago"), Category: "community",
		Resources: []campaign.Resource{campaign.Money, campaign.Materials}, Goal: money.Of(100_000, money.EUR), Lang: "fr",
	}, At: at}
}

func started(anonymous bool) donation.Started {
	return donation.Started{
		Donation: gift, Campaign: id, Supporter: supporter, Member: owner, Terms: terms, Anonymous: anonymous, Name: plain("Ada"),
		Email: plain("ada@example.org"), Message: plain("Courage!"), Lang: "fr", Provider: "fake", At: at,
	}
}

func completed() donation.Completed {
	return donation.Completed{
		Donation: gift, Campaign: id, Supporter: supporter, Member: owner, Terms: terms, Reference: "r", At: at.Add(time.Minute),
	}
}

func returned(minor int64, full bool) donation.Refunded {
	return donation.Refunded{
		Donation: gift, Campaign: id, Supporter: supporter, Refund: ident.ID{7}, Amount: money.Of(minor, money.USD),
		Gift:    money.Of(minor, money.USD),
		Counted: money.Of(minor/2, money.EUR), Main: money.Of(minor/2, money.EUR), Full: full, Reason: donation.ByOrganizer, At: at,
	}
}

// mixture is what a few people do with a few campaigns: things begun, changed, looked up, taken back and erased.
func mixture(steps int) []fact {
	var out []fact
	for n := range steps {
		c, who := launched(), thing("subject", n%5)
		if c.Campaign = thing("campaign", n%3); n < 3 {
			out = append(out, fact{"campaign", c.Campaign, c})
		}
		s, done, back := started(n%2 == 0), completed(), returned(4000, false)
		s.Donation = thing("donation", n)
		done.Donation, back.Donation = s.Donation, s.Donation
		s.Campaign, done.Campaign, back.Campaign = c.Campaign, c.Campaign, c.Campaign
		s.Supporter, done.Supporter, back.Supporter = who, who, who
		back.Full = n%6 == 0
		done.At = at.Add(time.Duration(n) * 20 * time.Minute)
		out = append(out, fact{"donation", s.Donation, s}, fact{"donation", s.Donation, done})
		if n%3 == 0 {
			out = append(out, fact{"donation", s.Donation, back})
		}
		if n%4 == 0 {
			out = append(out, registered(thing("member", n), who))
		}
		if n%7 == 6 {
			out = append(out, fact{erasure.Category, thing("erasure", n),
				erasure.PersonErased{Erasure: thing("erasure", n), Subject: who, At: at}})
		}
	}
	return out
}

// events are facts as the log would give them, recorded a minute apart.
func events(facts ...fact) []Event {
	out := make([]Event, len(facts))
	for i, f := range facts {
		out[i] = Event{Sealed: f.event, Opened: f.event, Recorded: eventstore.Recorded{
			Event: eventstore.Event{ID: thing("event", i)}, Stream: eventstore.StreamName(f.category, f.id),
			Position: eventstore.MakePosition(uint64(i+1), 0), Time: at.Add(time.Duration(i) * time.Minute),
		}}
	}
	return out
}

func registered(who, subject ident.ID) fact {
	return fact{"member", who, member.Registered{Member: who, Subject: subject, Name: plain("Ada"), Email: plain("a@example.org"),
		Lang: "en", At: at}}
}
