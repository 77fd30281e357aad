package commands

import (
	"context"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/member"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/internal/words"
)

// RegisterMember brings a member into being. The account, with its credentials, is not part of the log.
type RegisterMember struct {
	Member      ident.ID
	Name, Email string
	Lang        string
}

// SubjectOf is the subject of a member's personal text: it follows from the member's id.
func SubjectOf(id ident.ID) ident.ID { return ident.Pair("member-subject", id.String()) }

// RegisterMember records a member; doing so again changes nothing.
func (s *Service) RegisterMember(ctx context.Context, env command.Envelope, c RegisterMember) (eventstore.Position, error) {
	return observed(ctx, s, "register-member", env, func(ctx context.Context) (eventstore.Position, error) {
		subject := SubjectOf(c.Member)
		if err := s.keys.Ensure(ctx, subject, "member"); err != nil {
			return eventstore.Position{}, err
		}
		register := member.Register{
			Member: c.Member, Subject: subject, Name: words.Line(c.Name), Email: words.Line(c.Email), Lang: c.Lang, Now: s.now(),
		}
		res, err := command.Execute(ctx, s.h, member.Decider, c.Member, env, register.Decide)
		return res.Position, err
	})
}

// ReviseProfile replaces what a member shows of themselves.
type ReviseProfile struct {
	Member              ident.ID
	Name, Bio, Location string
	Lang                string
}

// ReviseProfile records the new profile.
func (s *Service) ReviseProfile(ctx context.Context, env command.Envelope, c ReviseProfile) (eventstore.Position, error) {
	return observed(ctx, s, "revise-profile", env, func(ctx context.Context) (eventstore.Position, error) {
		revise := member.ReviseProfile{
			Name: words.Line(c.Name), Bio: words.Clean(c.Bio), Location: words.Line(c.Location), Lang: c.Lang, Now: s.now(),
		}
		res, err := command.Execute(ctx, s.h, member.Decider, c.Member, env, revise.Decide)
		return res.Position, err
	})
}
