package projections

import (
	"bytes"
	"reflect"
	"slices"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/member"
	"github.com/callup/callup/domain/notice"
	"github.com/callup/callup/domain/notice/declared"
	"github.com/callup/callup/domain/report"
	"github.com/callup/callup/projections/projector"
	"github.com/callup/callup/projections/readmodel"
)

type memberSlot struct {
	Member ident.ID `db:"member"`
	Slot   int64    `db:"slot"`
}

type campaignMember struct {
	Campaign ident.ID `db:"campaign"`
	Member   ident.ID `db:"member"`
}

// bell is the tables of what members are told: their notices, and who belongs to which audience.
type bell struct {
	rows      projector.Table[memberSlot, readmodel.Notification]
	boxes     projector.Table[ident.ID, readmodel.NotificationBox]
	supports  projector.Table[campaignMember, readmodel.NotificationSupport]
	campaigns projector.Table[ident.ID, readmodel.NotificationCampaign]
	places    projector.Table[shiftMember, readmodel.NotificationPlace]
	reports   projector.Table[thingMember, readmodel.NotificationReport]
	pages     projector.Table[ident.ID, readmodel.NotificationPage]
	posts     published
	folds     map[reflect.Type]func(*projector.Rows, any, projector.Meta)
	samples   []any
}

// during folds a type of event into who belongs to which audience, after the event's notices went to those who did before it.
func during[E any](b *bell, f func(r *projector.Rows, e E, m projector.Meta)) {
	var sample E
	b.samples = append(b.samples, sample)
	b.folds[reflect.TypeFor[E]()] = func(r *projector.Rows, event any, m projector.Meta) {
		if e, ok := event.(E); ok {
			f(r, e, m)
		}
	}
}

// onto has a projection write the notices that are declared, and fold what its audiences are.
func (b *bell) onto(p *projector.Projection) *projector.Projection {
	notices := declared.ByEvent()
	for _, n := range notices {
		if b.folds[reflect.TypeOf(n.Sample)] == nil {
			b.samples = append(b.samples, n.Sample)
		}
	}
	for _, sample := range b.samples {
		told, fold := notices[reflect.TypeOf(sample)], b.folds[reflect.TypeOf(sample)]
		p.On(projector.FoldOf(sample, func(r *projector.Rows, event any, m projector.Meta) {
			for _, n := range told.Of(event) {
				b.deliver(r, n, m)
			}
			if fold != nil {
				fold(r, event, m)
			}
		}))
	}
	return p
}

// reader is a member of an audience, and the thing that the notice is about where each has another.
type reader struct {
	member, thing ident.ID
	kind          report.Kind
}

// deliver writes a notice for each of its audience.
func (b *bell) deliver(r *projector.Rows, n declared.Notice, m projector.Meta) {
	if n.ByOwner {
		if c := b.campaigns.Get(r, n.Campaign); c != nil {
			n.Person = c.Subject
		}
	}
	for _, to := range b.readers(r, n.To) {
		if n.Skips(to.member) {
			continue
		}
		row := b.add(r, to.member, n.Kind, m)
		row.At, row.What, row.Campaign, row.Donation, row.About = n.At, n.Step, n.Campaign, n.Donation, n.About
		row.Thing, row.On, row.Helper = n.Thing, n.On, n.Person
		row.Minutes, row.Quantity, row.Amount, row.Currency = n.Minutes, n.Quantity, n.Amount.Minor, n.Amount.Currency
		switch to.kind {
		case report.Campaign:
			row.Campaign = to.thing
		case report.Post, report.Comment:
			row.Thing, row.On = to.thing, string(to.kind)
			row.ID = ident.Pair("notification", row.ID.String()+"/"+to.thing.String()) // one event may settle several things
		}
	}
}

// readers finds who belongs to an audience, always in the same order.
func (b *bell) readers(r *projector.Rows, to declared.Audience) (all []reader) {
	switch to := to.(type) {
	case declared.Member:
		return []reader{{member: to.ID}}
	case declared.OwnerOf:
		if c := b.campaigns.Get(r, to.Campaign); c != nil {
			return []reader{{member: c.Owner}}
		}
	case declared.TeamOf:
		if c := b.campaigns.Get(r, to.Campaign); c != nil {
			for _, who := range runners(c) {
				all = append(all, reader{member: who})
			}
		}
	case declared.OwnerOfPage:
		if p := b.pages.Get(r, to.Page); p != nil {
			return []reader{{member: p.Owner}}
		}
	case declared.ComingTo:
		for p := range b.places.By(r, "shift", to.Shift) {
			all = append(all, reader{member: p.Member})
		}
		slices.SortFunc(all, func(a, b reader) int { return bytes.Compare(a.member[:], b.member[:]) })
	case declared.ReportersOf:
		return b.reporters(r, "thing", to.Thing, func(x *readmodel.NotificationReport) bool {
			return to.UpTo == nil || !x.At.After(*to.UpTo)
		})
	case declared.ReportersBelow:
		return b.reporters(r, "post", to.Post, nil)
	case declared.ReportersOfPage:
		for _, id := range b.posts.of(r, to.Page) {
			all = append(all, b.reporters(r, "thing", id, nil)...)
			all = append(all, b.reporters(r, "post", id, nil)...)
		}
	}
	return all
}

// reporters finds those who reported something, whose reports are settled by that: each is told once.
func (b *bell) reporters(
	r *projector.Rows, by string, of ident.ID, only func(*readmodel.NotificationReport) bool,
) (all []reader) {
	for x := range b.reports.By(r, by, of) {
		if only == nil || only(x) {
			all = append(all, reader{x.Member, x.Thing, report.Kind(x.Kind)})
		}
	}
	slices.SortFunc(all, func(a, b reader) int {
		return bytes.Compare(append(a.thing[:], a.member[:]...), append(b.thing[:], b.member[:]...))
	})
	for _, x := range all {
		b.reports.Delete(r, thingMember{x.thing, x.member})
	}
	return all
}

// runners are all who run a campaign, its owner first.
func runners(c *readmodel.NotificationCampaign) []ident.ID {
	all := []ident.ID{c.Owner}
	for _, text := range c.Team {
		if id, err := ident.Parse(text); err == nil {
			all = append(all, id)
		}
	}
	return all
}

// box gives what is known of all that a member is told.
func (b *bell) box(r *projector.Rows, who ident.ID) *readmodel.NotificationBox {
	box := b.boxes.Edit(r, who)
	box.Subject = member.SubjectOf(who)
	if box.Off == nil {
		box.Off = []string{}
	}
	if box.Apart == nil {
		box.Apart = []readmodel.ReadSpan{}
	}
	if box.Daily == nil {
		box.Daily = []string{}
	}
	return box
}

// add begins a notice, in the place of the oldest where a member keeps as many as they may.
func (b *bell) add(r *projector.Rows, who ident.ID, kind notice.Kind, m projector.Meta) *readmodel.Notification {
	box := b.box(r, who)
	key := memberSlot{who, box.Told % readmodel.KeptNotifications}
	box.Told++
	n := b.rows.Edit(r, key)
	*n = readmodel.Notification{
		Member: key.Member, Slot: key.Slot, ID: declared.ID(m.ID, who, kind), Subject: box.Subject, Kind: string(kind),
	}
	return n
}
