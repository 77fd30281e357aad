package app

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"time"

	"github.com/callup/callup/commands"
	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/commands/erasing"
	"github.com/callup/callup/commands/giving"
	"github.com/callup/callup/commands/reactors"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/auth"
	"github.com/callup/callup/internal/commandkeys"
	"github.com/callup/callup/internal/interactions"
	"github.com/callup/callup/projections/projector"
)

// Erasing wires what erases people.
func (s *Services) Erasing() *erasing.Process {
	return erasing.New(erasing.Config{
		Service: s.Commands, Keys: s.Keys, Accounts: s.Accounts, Builds: projector.NewBuildPositions(s.Pool, s.Projections),
		Holdings: append(commands.Holdings(s.Payments), s.holdings()...), Grace: s.Config.ErasureGrace,
	})
}

// holdings are what is kept of people outside the log and the projections. A place where somebody's words, name or address
// can come to lie needs its line here. The names of the purges are recorded.
func (s *Services) holdings() []erasing.Holdings {
	keys := commandkeys.New(s.Pool)
	purge := func(what string, run func(context.Context, erasing.Traces) (int64, error)) []erasing.Purge {
		return []erasing.Purge{{What: what, Run: run}}
	}
	return []erasing.Holdings{
		{Area: "failures", Purges: purge("failures", func(ctx context.Context, t erasing.Traces) (int64, error) {
			return reactors.Forget(ctx, s.Pool, t.Named)
		})},
		{
			Area: "mails",
			Purges: purge("mails", func(ctx context.Context, t erasing.Traces) (int64, error) {
				return s.forgetMails(ctx, t)
			}),
			Export: s.exportMails,
		},
		{Area: "daily mails", Export: s.exportDailies}, // forgotten with the mails
		{Area: "command keys", Purges: purge("command keys", func(ctx context.Context, t erasing.Traces) (int64, error) {
			return keys.Forget(ctx, t.Member)
		})},
		{Area: "payments", Purges: purge("payments", func(ctx context.Context, t erasing.Traces) (int64, error) {
			return s.Payments.Forget(ctx, t.All(giving.Given), t.All(giving.Received))
		})},
		{
			Area: "media",
			Purges: purge("media", func(ctx context.Context, t erasing.Traces) (int64, error) {
				return s.Uploads.Forget(ctx, t.Member)
			}),
			Export: s.exportUploads,
		},
		{
			Area: "interactions",
			Purges: purge("interactions", func(ctx context.Context, t erasing.Traces) (int64, error) {
				return s.Pressed.Forget(ctx, t.Member)
			}),
			Export: s.exportPressed,
		},
		{
			Area: "visits",
			Purges: purge("visits", func(ctx context.Context, t erasing.Traces) (int64, error) {
				return s.Visits.Forget(ctx, t.Member)
			}),
			Export: s.exportVisits,
		},
		// last: until then nobody can take the address anew
		{
			Area: "accounts",
			Purges: purge("accounts", func(ctx context.Context, t erasing.Traces) (int64, error) {
				return s.Accounts.Forget(ctx, t.Member, t.Email, t.From, t.Until)
			}),
			Export: s.exportAccount,
		},
	}
}

// atMoment is how long after somebody has another address a mail may still be written to the one before, by who looked it up
// right before.
const atMoment = time.Minute

// forgetMails removes the mails about a person's things, those with their words, those to their address, and those to the
// addresses they had before, or asked for, from the time in which these were theirs.
func (s *Services) forgetMails(ctx context.Context, t erasing.Traces) (int64, error) {
	n, err := s.Outbox.Forget(ctx, t.Mails, t.Email, t.From, t.Until)
	if err != nil {
		return n, err
	}
	worded, err := s.Outbox.ForgetWords(ctx, t.Subjects)
	if n += worded; err != nil {
		return n, err
	}
	dailies, err := s.Outbox.ForgetDailies(ctx, t.Member)
	if n += dailies; err != nil || t.Member.IsNil() {
		return n, err
	}
	changes, err := s.Accounts.EmailChanges(ctx, t.Member)
	if err != nil {
		return n, err
	}
	var from time.Time
	for _, c := range changes {
		until := from // nothing but what has a key
		if c.Confirmed != nil {
			until = c.Confirmed.Add(atMoment)
		}
		gone, err := s.Outbox.Forget(ctx, c.Keys(), c.From, from, until)
		if err != nil {
			return n, err
		}
		n += gone
		if c.Confirmed == nil {
			continue
		}
		from = *c.Confirmed
		if c.Undone != nil {
			gone, err := s.Outbox.Forget(ctx, nil, c.To, *c.Confirmed, c.Undone.Add(atMoment))
			if err != nil {
				return n, err
			}
			n, from = n+gone, *c.Undone
		}
	}
	return n, nil
}

// exportedMails is how many of the last mails to a person they are given.
const exportedMails = 10_000

// exportedHistory is how much of their account's history a person is given.
const exportedHistory = 10_000

func (s *Services) exportMails(ctx context.Context, _ *command.Service, p erasing.Person) (any, error) {
	if p.Email == "" {
		return nil, nil //nolint:nilnil // no address, no mails
	}
	kept, err := s.Outbox.Recent(ctx, p.Email, exportedMails)
	if err != nil {
		return nil, err
	}
	type exported struct {
		At      time.Time `json:"at"`
		To      string    `json:"to"`
		Subject string    `json:"subject"`
		Text    string    `json:"text"`
	}
	all := []exported{}
	for _, m := range kept {
		all = append(all, exported{m.CreatedAt, m.To, m.Subject, m.Text})
	}
	if p.Member.IsNil() {
		return all, nil
	}
	changes, err := s.Accounts.EmailChanges(ctx, p.Member)
	if err != nil {
		return nil, err
	}
	for _, c := range changes {
		if c.Confirmed == nil {
			continue
		}
		before, err := s.Outbox.Recent(ctx, c.From, exportedMails)
		if err != nil {
			return nil, err
		}
		for _, m := range before {
			if strings.EqualFold(m.To, c.From) && !m.CreatedAt.After(c.Confirmed.Add(atMoment)) {
				all = append(all, exported{m.CreatedAt, m.To, m.Subject, m.Text})
			}
		}
	}
	return all, nil
}

func (s *Services) exportDailies(ctx context.Context, _ *command.Service, p erasing.Person) (any, error) {
	if p.Member.IsNil() {
		return nil, nil //nolint:nilnil // guests get none
	}
	upTo, err := s.Outbox.DailyUpTo(ctx, p.Member)
	if err != nil || upTo.IsZero() {
		return nil, err
	}
	return struct {
		UpTo time.Time `json:"up_to"`
	}{upTo}, nil
}

func (s *Services) exportPressed(ctx context.Context, _ *command.Service, p erasing.Person) (any, error) {
	if p.Member.IsNil() {
		return nil, nil //nolint:nilnil // what guests press is not counted
	}
	pressed, err := s.Pressed.Of(ctx, p.Member)
	if err != nil {
		return nil, err
	}
	type exported struct {
		At     time.Time                    `json:"at"`
		Action string                       `json:"action_type"`
		Page   string                       `json:"page_url"`
		Data   interactions.InteractionData `json:"additional_data"`
	}
	all := []exported{}
	for _, one := range pressed {
		all = append(all, exported{one.At, one.Action, one.Page, one.Data})
	}
	return all, nil
}

func (s *Services) exportVisits(ctx context.Context, _ *command.Service, p erasing.Person) (any, error) {
	if p.Member.IsNil() {
		return nil, nil //nolint:nilnil // of guests none is kept
	}
	visited, err := s.Visits.Of(ctx, p.Member)
	if err != nil {
		return nil, err
	}
	type exported struct {
		Campaign ident.ID        `json:"campaign_id"`
		At       time.Time       `json:"at"`
		Seen     json.RawMessage `json:"seen"`
		BeforeAt time.Time       `json:"before_at,omitzero"`
		Before   json.RawMessage `json:"before,omitempty"`
	}
	all := []exported{}
	for _, v := range visited {
		all = append(all, exported{v.Campaign, v.At, v.Seen, v.Before.At, v.Before.Seen})
	}
	return all, nil
}

func (s *Services) exportAccount(ctx context.Context, _ *command.Service, p erasing.Person) (any, error) {
	if p.Member.IsNil() {
		return nil, nil //nolint:nilnil // a guest has no account
	}
	contact, err := s.Accounts.Contact(ctx, p.Member)
	if errors.Is(err, auth.ErrNoMember) {
		return nil, nil //nolint:nilnil // its account is closed and gone
	}
	if err != nil {
		return nil, err
	}
	agreed, err := s.Accounts.Agreement(ctx, p.Member)
	if err != nil {
		return nil, err
	}
	sessions, err := s.Accounts.Sessions(ctx, p.Member)
	if err != nil {
		return nil, err
	}
	history, err := s.Accounts.History(ctx, p.Member, exportedHistory)
	if err != nil {
		return nil, err
	}
	identities, err := s.Accounts.Identities(ctx, p.Member)
	if err != nil {
		return nil, err
	}
	passkeys, err := s.Accounts.Passkeys(ctx, p.Member)
	if err != nil {
		return nil, err
	}
	type passkey struct {
		Name     string     `json:"name"`
		Synced   bool       `json:"synced"`
		Added    time.Time  `json:"added"`
		LastUsed *time.Time `json:"last_used,omitempty"`
	}
	type changedAddress struct {
		From      string     `json:"from"`
		To        string     `json:"to"`
		Requested time.Time  `json:"requested"`
		Confirmed *time.Time `json:"confirmed,omitempty"`
		Undone    *time.Time `json:"undone,omitempty"`
	}
	changes, err := s.Accounts.EmailChanges(ctx, p.Member)
	if err != nil {
		return nil, err
	}
	type identity struct {
		Provider string    `json:"provider"`
		Email    string    `json:"email"`
		Linked   time.Time `json:"linked"`
	}
	type session struct {
		From     time.Time `json:"from"`
		LastUsed time.Time `json:"last_used"`
		Browser  string    `json:"browser"`
		Address  string    `json:"address"`
	}
	type happening struct {
		At      time.Time `json:"at"`
		What    string    `json:"what"`
		Browser string    `json:"browser,omitempty"`
		Address string    `json:"address,omitempty"`
	}
	type agreement struct {
		Version string    `json:"version"`
		At      time.Time `json:"at"`
	}
	out := struct {
		Email      string     `json:"email"`
		Lang       string     `json:"lang"`
		Terms      agreement  `json:"accepted_terms"`
		Sessions   []session  `json:"sessions"`
		Identities []identity `json:"identities"`
		Passkeys   []passkey  `json:"passkeys"`

		ChangedAddresses []changedAddress `json:"changed_addresses"`

		History []happening `json:"history"`
	}{
		contact.Email, contact.Lang, agreement{agreed.Version, agreed.At.UTC()}, []session{}, []identity{}, []passkey{},
		[]changedAddress{}, []happening{},
	}
	for _, c := range changes {
		out.ChangedAddresses = append(out.ChangedAddresses, changedAddress{c.From, c.To, c.Requested, c.Confirmed, c.Undone})
	}
	for _, k := range passkeys {
		out.Passkeys = append(out.Passkeys, passkey{k.Name, k.Synced, k.CreatedAt, k.UsedAt})
	}
	for _, i := range identities {
		out.Identities = append(out.Identities, identity{i.Provider, i.Email, i.At})
	}
	for _, o := range sessions {
		out.Sessions = append(out.Sessions, session{o.CreatedAt, o.UsedAt, o.UserAgent, o.Address})
	}
	for _, h := range history {
		out.History = append(out.History, happening{h.At, h.Kind, h.UserAgent, h.Address})
	}
	return out, nil
}
