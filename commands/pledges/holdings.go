package pledges

import (
	"context"
	"slices"
	"time"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/commands/erasing"
	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/materialpledge"
	"github.com/callup/callup/domain/timepledge"
	"github.com/callup/callup/internal/mail"
)

// The kinds of pledges that are a person's. Those to campaigns of theirs stay whose they are, but carry what they answered.
const (
	TimePledged      = "time pledged"
	TimeOffered      = "time offered to a campaign"
	MaterialPledged  = "things pledged"
	MaterialsOffered = "things offered to a campaign"
)

// Holdings are the pledges that a person made, and those to campaigns of theirs. What is open of the former is withdrawn
// when the person is erased; what they gave stays, without a name.
func Holdings() erasing.Holdings {
	return erasing.Holdings{
		Area:   "pledges",
		Events: []any{timepledge.Pledged{}, materialpledge.Pledged{}},
		Others: []any{
			timepledge.Accepted{}, timepledge.HoursLogged{}, timepledge.HoursConfirmed{}, timepledge.Declined{}, timepledge.Withdrawn{},
			timepledge.NoShow{}, timepledge.OfShift{}, materialpledge.Accepted{}, materialpledge.Received{}, materialpledge.Returned{},
			materialpledge.Declined{}, materialpledge.Withdrawn{},
		},
		See: see,
		Ends: []erasing.Ending{
			{What: "pledges of time", Things: func(b *erasing.Belongings) []ident.ID { return b.All(TimePledged) }, End: endTime},
			{What: "pledges of things", Things: func(b *erasing.Belongings) []ident.ID { return b.All(MaterialPledged) },
				End: endMaterial},
		},
		Named: func(b *erasing.Belongings) []ident.ID {
			return slices.Concat(b.All(TimePledged), b.All(TimeOffered), b.All(MaterialPledged), b.All(MaterialsOffered))
		},
		Mails:  mails,
		Export: export,
	}
}

// mails are the keys of every mail about the person's pledges, and about pledges to campaigns of theirs, whose titles stand in
// the mails of others too.
func mails(b *erasing.Belongings) (keys []string) {
	for _, id := range slices.Concat(b.All(TimePledged), b.All(TimeOffered), b.All(MaterialPledged), b.All(MaterialsOffered)) {
		keys = append(keys, mail.OfferedKey(id.String()), mail.AnsweredKey(id.String(), true), mail.AnsweredKey(id.String(), false))
	}
	return keys
}

func see(b *erasing.Belongings, event any) {
	note := func(made, offered string, pledge, supporter, to ident.ID) {
		if b.Wrote(supporter) {
			b.Add(made, pledge)
		}
		if b.Has(campaign.Category, to) {
			b.Add(offered, pledge)
		}
	}
	switch e := event.(type) {
	case timepledge.Pledged:
		note(TimePledged, TimeOffered, e.Pledge, e.Supporter, e.Campaign)
	case materialpledge.Pledged:
		note(MaterialPledged, MaterialsOffered, e.Pledge, e.Supporter, e.Campaign)
	}
}

func endTime(ctx context.Context, s *command.Service, id ident.ID) (over bool, err error) {
	p, _, err := command.Load(ctx, s.Handler, timepledge.Decider, id)
	if err != nil || p.Status != timepledge.Offered && p.Status != timepledge.Expected {
		return err == nil, err
	}
	_, err = WithdrawTime.Run(ctx, s, erasing.Envelope("withdraw", id).For(p.Member), PledgeBody{id})
	return err == nil, err
}

func endMaterial(ctx context.Context, s *command.Service, id ident.ID) (over bool, err error) {
	p, _, err := command.Load(ctx, s.Handler, materialpledge.Decider, id)
	if err != nil || p.Status != materialpledge.Offered && p.Status != materialpledge.Expected {
		return err == nil, err
	}
	_, err = WithdrawMaterial.Run(ctx, s, erasing.Envelope("withdraw", id).For(p.Member), PledgeBody{id})
	return err == nil, err
}

// Exported is what a person is given of their pledges, and of what they answered to those of others.
type Exported struct {
	Time      []ExportedTime     `json:"time"`
	Things    []ExportedMaterial `json:"things"`
	Answers   []ExportedAnswer   `json:"answers"` // to pledges to campaigns of theirs
	LoggedFor []ExportedLog      `json:"logged"`  // for pledges to campaigns of theirs
}

// ExportedTime is a pledge of time as whoever made it is given it.
type ExportedTime struct {
	Pledge       ident.ID      `json:"pledge"`
	Campaign     ident.ID      `json:"campaign"`
	Minutes      int64         `json:"minutes"`
	Confirmed    int64         `json:"confirmed_minutes,omitempty"`
	Availability string        `json:"availability,omitempty"`
	Skills       string        `json:"skills,omitempty"`
	Message      string        `json:"message,omitempty"`
	Anonymous    bool          `json:"anonymous"`
	Logged       []ExportedLog `json:"logged,omitempty"`
	Status       string        `json:"status"`
	At           time.Time     `json:"at"`
}

// ExportedLog is what somebody said was worked.
type ExportedLog struct {
	Pledge  ident.ID  `json:"pledge"`
	Minutes int64     `json:"minutes"`
	Note    string    `json:"note,omitempty"`
	At      time.Time `json:"at"`
}

// ExportedMaterial is a pledge of things as whoever made it is given it.
type ExportedMaterial struct {
	Pledge    ident.ID  `json:"pledge"`
	Campaign  ident.ID  `json:"campaign"`
	Need      ident.ID  `json:"need,omitzero"`
	Item      string    `json:"item,omitempty"`
	Quantity  int64     `json:"quantity"`
	Received  int64     `json:"received,omitempty"`
	Condition string    `json:"condition"`
	Delivery  string    `json:"delivery"`
	Until     string    `json:"lent_until,omitempty"`
	Address   string    `json:"address,omitempty"`
	Message   string    `json:"message,omitempty"`
	Anonymous bool      `json:"anonymous"`
	Status    string    `json:"status"`
	At        time.Time `json:"at"`
}

// ExportedAnswer is what an organizer wrote to whoever pledged.
type ExportedAnswer struct {
	Pledge ident.ID  `json:"pledge"`
	What   string    `json:"what"`
	Place  string    `json:"place,omitempty"`
	Note   string    `json:"note,omitempty"`
	At     time.Time `json:"at"`
}

func export(ctx context.Context, s *command.Service, p erasing.Person) (any, error) {
	out := Exported{Time: []ExportedTime{}, Things: []ExportedMaterial{}, Answers: []ExportedAnswer{}, LoggedFor: []ExportedLog{}}
	for _, id := range p.All(TimePledged) {
		one, err := exportTime(ctx, s, id)
		if err != nil {
			return nil, err
		}
		out.Time = append(out.Time, one)
	}
	for _, id := range p.All(MaterialPledged) {
		one, err := exportMaterial(ctx, s, id)
		if err != nil {
			return nil, err
		}
		out.Things = append(out.Things, one)
	}
	for _, id := range p.All(TimeOffered) {
		for r, err := range s.OpenedEvents(ctx, timepledge.Category, id) {
			if err != nil {
				return nil, err
			}
			out.answeredTime(r.Event)
		}
	}
	for _, id := range p.All(MaterialsOffered) {
		for r, err := range s.OpenedEvents(ctx, materialpledge.Category, id) {
			if err != nil {
				return nil, err
			}
			switch e := r.Event.(type) {
			case materialpledge.Accepted:
				out.Answers = append(out.Answers, ExportedAnswer{e.Pledge, "accepted", e.Place.String(), e.Note.String(), e.At})
			case materialpledge.Declined:
				out.Answers = append(out.Answers, ExportedAnswer{Pledge: e.Pledge, What: "declined", Note: e.Reason.String(), At: e.At})
			}
		}
	}
	return out, nil
}

func (x *Exported) answeredTime(event any) {
	switch e := event.(type) {
	case timepledge.Accepted:
		x.Answers = append(x.Answers, ExportedAnswer{Pledge: e.Pledge, What: "accepted", Note: e.Note.String(), At: e.At})
	case timepledge.Declined:
		x.Answers = append(x.Answers, ExportedAnswer{Pledge: e.Pledge, What: "declined", Note: e.Reason.String(), At: e.At})
	case timepledge.HoursLogged:
		if e.By == timepledge.Organizer {
			x.LoggedFor = append(x.LoggedFor, ExportedLog{e.Pledge, e.Worked, e.Note.String(), e.At})
		}
	}
}

func exportTime(ctx context.Context, s *command.Service, id ident.ID) (out ExportedTime, err error) {
	state := timepledge.Decider.Initial()
	for r, err := range s.OpenedEvents(ctx, timepledge.Category, id) {
		if err != nil {
			return out, err
		}
		e, ok := r.Event.(timepledge.Event)
		if !ok {
			continue
		}
		state = timepledge.Decider.Evolve(state, e)
		switch e := e.(type) {
		case timepledge.Pledged:
			out = ExportedTime{
				Pledge: e.Pledge, Campaign: e.Campaign, Minutes: e.Minutes, Availability: e.Availability.String(),
				Skills: e.Skills.String(), Message: e.Message.String(), Anonymous: e.Anonymous, At: e.At,
			}
		case timepledge.HoursLogged:
			if e.By == timepledge.Volunteer {
				out.Logged = append(out.Logged, ExportedLog{e.Pledge, e.Worked, e.Note.String(), e.At})
			}
		case timepledge.OfShift, timepledge.Accepted, timepledge.HoursConfirmed, timepledge.Declined, timepledge.Withdrawn,
			timepledge.NoShow:
		}
	}
	out.Status, out.Confirmed = string(state.Status), state.Worked
	return out, nil
}

func exportMaterial(ctx context.Context, s *command.Service, id ident.ID) (out ExportedMaterial, err error) {
	state := materialpledge.Decider.Initial()
	for r, err := range s.OpenedEvents(ctx, materialpledge.Category, id) {
		if err != nil {
			return out, err
		}
		e, ok := r.Event.(materialpledge.Event)
		if !ok {
			continue
		}
		state = materialpledge.Decider.Evolve(state, e)
		if e, ok := e.(materialpledge.Pledged); ok {
			out = ExportedMaterial{
				Pledge: e.Pledge, Campaign: e.Campaign, Need: e.Need, Item: e.Item.String(), Quantity: e.Quantity,
				Condition: string(e.Condition), Delivery: string(e.Delivery), Until: e.Until, Address: e.Address.String(),
				Message: e.Message.String(), Anonymous: e.Anonymous, At: e.At,
			}
		}
	}
	out.Status, out.Received = string(state.Status), state.Received
	return out, nil
}
