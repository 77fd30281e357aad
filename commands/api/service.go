package api

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/callup/callup/commands"
	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/internal/auth"
)

// Digester hashes a command's body with a key.
type Digester interface{ Digest(body []byte) string }

// Claims remembers which body came first under a command's id.
type Claims interface {
	Claim(ctx context.Context, command ident.ID, actor, body string) (first bool, err error)
}

// Service answers the command operations.
type Service struct {
	commands *commands.Service
	keys     Digester
	claims   Claims
}

// New makes the HTTP side of the commands.
func New(c *commands.Service, keys Digester, claims Claims) *Service {
	return &Service{c, keys, claims}
}

// envelope names the command: the same key from the same member, or the same key from anybody who is not signed in.
func (s *Service) envelope(ctx context.Context, operation string, k Key, body any) (command.Envelope, auth.Principal, error) {
	b, err := json.Marshal(body)
	if err != nil {
		return command.Envelope{}, auth.Principal{}, fmt.Errorf("hash a command's body: %w", err)
	}
	actor := "guest"
	p, signedIn := auth.FromContext(ctx)
	if signedIn {
		actor = "member:" + p.Member.String()
	}
	return command.Envelope{
		ID: commandID(actor, operation, k.IdempotencyKey), Body: s.keys.Digest(b), Actor: actor,
	}, p, nil
}

func (s *Service) signedIn(ctx context.Context, operation string, k Key, body any) (command.Envelope, auth.Principal, error) {
	if _, err := auth.Require(ctx); err != nil {
		return command.Envelope{}, auth.Principal{}, err
	}
	return s.envelope(ctx, operation, k, body)
}

// claim refuses a key that was used with another body, before a command on something that exists: its stream is not
// named after the key, so the log alone would not tell.
func (s *Service) claim(ctx context.Context, env command.Envelope) error {
	first, err := s.claims.Claim(ctx, env.ID, env.Actor, env.Body)
	if err == nil && !first {
		return command.ErrKeyReused
	}
	return err
}

func done(at eventstore.Position, err error) (*output[Done], error) {
	if err != nil {
		return nil, err
	}
	return &output[Done]{Position: at.String(), Body: Done{Position: at.String()}}, nil
}

func (s *Service) donateMoney(ctx context.Context, in *input[DonateMoneyBody]) (*output[DonateMoneyAnswer], error) {
	env, p, err := s.envelope(ctx, "donate-money", in.Key, in.Body)
	if err != nil {
		return nil, err
	}
	b := in.Body
	d, err := s.commands.DonateMoney(ctx, env, commands.DonateMoney{
		Campaign: b.CampaignID, Member: p.Member, Amount: money.Of(b.Amount, b.Currency), CoverFees: b.CoverFees,
		Anonymous: b.Anonymous, Message: b.Message, Name: b.DonorName, Email: b.DonorEmail, Lang: b.Lang,
	})
	if err != nil {
		return nil, err
	}
	return &output[DonateMoneyAnswer]{Position: d.Position.String(), Body: DonateMoneyAnswer{
		Done: Done{Position: d.Position.String()}, DonationID: d.Donation, PaymentURL: d.PaymentURL,
	}}, nil
}

func (s *Service) cancelDonation(ctx context.Context, in *input[DonationBody]) (*output[Done], error) {
	env, p, err := s.envelope(ctx, "cancel-donation", in.Key, in.Body)
	if err != nil {
		return nil, err
	}
	if err := s.claim(ctx, env); err != nil {
		return nil, err
	}
	return done(s.commands.CancelDonation(ctx, env, in.Body.DonationID, p.Member))
}

func (s *Service) refundDonation(ctx context.Context, in *input[RefundDonationBody]) (*output[Done], error) {
	env, p, err := s.signedIn(ctx, "refund-donation", in.Key, in.Body)
	if err != nil {
		return nil, err
	}
	if err := s.claim(ctx, env); err != nil {
		return nil, err
	}
	return done(s.commands.RefundDonation(ctx, env, in.Body.DonationID, p.Member, in.Body.Amount))
}

func (s *Service) launchCampaign(ctx context.Context, in *input[ContentBody]) (*output[LaunchCampaignAnswer], error) {
	env, p, err := s.signedIn(ctx, "launch-campaign", in.Key, in.Body)
	if err != nil {
		return nil, err
	}
	l, err := s.commands.LaunchCampaign(ctx, env, commands.LaunchCampaign{Owner: p.Member, Content: content(in.Body)})
	if err != nil {
		return nil, err
	}
	return &output[LaunchCampaignAnswer]{Position: l.Position.String(), Body: LaunchCampaignAnswer{
		Done: Done{Position: l.Position.String()}, CampaignID: l.Campaign, Slug: l.Slug,
	}}, nil
}

func (s *Service) reviseCampaign(ctx context.Context, in *input[ReviseCampaignBody]) (*output[Done], error) {
	env, p, err := s.signedIn(ctx, "revise-campaign", in.Key, in.Body)
	if err != nil {
		return nil, err
	}
	if err := s.claim(ctx, env); err != nil {
		return nil, err
	}
	return done(s.commands.ReviseCampaign(ctx, env, commands.ReviseCampaign{
		Campaign: in.Body.CampaignID, Actor: p.Member, Revision: revision(in.Body.Revision), Content: content(in.Body.ContentBody),
	}))
}

func (s *Service) pauseCampaign(ctx context.Context, in *input[CampaignBody]) (*output[Done], error) {
	return s.change(ctx, "pause-campaign", in, s.commands.PauseCampaign)
}

func (s *Service) resumeCampaign(ctx context.Context, in *input[CampaignBody]) (*output[Done], error) {
	return s.change(ctx, "resume-campaign", in, s.commands.ResumeCampaign)
}

func (s *Service) completeCampaign(ctx context.Context, in *input[CampaignBody]) (*output[Done], error) {
	return s.change(ctx, "complete-campaign", in, s.commands.CompleteCampaign)
}

func (s *Service) change(
	ctx context.Context, name string, in *input[CampaignBody],
	run func(context.Context, command.Envelope, commands.ChangeCampaign) (eventstore.Position, error),
) (*output[Done], error) {
	env, p, err := s.signedIn(ctx, name, in.Key, in.Body)
	if err != nil {
		return nil, err
	}
	if err := s.claim(ctx, env); err != nil {
		return nil, err
	}
	return done(run(ctx, env, commands.ChangeCampaign{
		Campaign: in.Body.CampaignID, Actor: p.Member, Revision: revision(in.Body.Revision),
	}))
}

func (s *Service) reviseProfile(ctx context.Context, in *input[ReviseProfileBody]) (*output[Done], error) {
	env, p, err := s.signedIn(ctx, "revise-profile", in.Key, in.Body)
	if err != nil {
		return nil, err
	}
	if err := s.claim(ctx, env); err != nil {
		return nil, err
	}
	return done(s.commands.ReviseProfile(ctx, env, commands.ReviseProfile{
		Member: p.Member, Name: in.Body.DisplayName, Bio: in.Body.Bio, Location: in.Body.Location, Lang: in.Body.Lang,
	}))
}

func revision(r *int64) *eventstore.Revision {
	if r == nil {
		return nil
	}
	v := eventstore.Revision(*r)
	return &v
}

func content(b ContentBody) commands.Content {
	c := commands.Content{
		Title: b.Title, Description: b.Description, Story: b.Story, Category: b.Category, Resources: b.ResourceTypes,
		Goal: money.Of(b.GoalAmount, b.Currency), TimeGoal: b.TimeGoalHours * 60, Location: b.Location, Lang: b.Lang,
		EndDate: strings.TrimSpace(b.EndDate), TimeZone: strings.TrimSpace(b.TimeZone),
		ForName: b.BeneficiaryName, Relationship: b.Relationship, Consent: b.BeneficiaryConsent,
	}
	for _, n := range b.Needs {
		c.Needs = append(c.Needs, commands.Need{ID: n.ID, Item: n.Item, Quantity: n.Quantity, Unit: n.Unit, Note: n.Note})
	}
	return c
}
