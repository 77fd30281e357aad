package pages

import (
	"context"
	"time"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/member"
	"github.com/callup/callup/domain/orgpage"
	"github.com/callup/callup/internal/textfold"
)

// WritingBody is what a page says.
type WritingBody struct {
	Kind        orgpage.Kind `json:"kind" enum:"company,community,nonprofit,startup"`
	Name        string       `json:"name" maxLength:"2000" doc:"Up to 80 characters"`
	Description string       `json:"description,omitempty" maxLength:"10000" doc:"Up to 1000 characters, without markup"`
	Industry    string       `json:"industry,omitempty" maxLength:"2000" doc:"Up to 60 characters"`
	Location    string       `json:"location,omitempty" maxLength:"2000" doc:"Up to 100 characters"`
	Website     string       `json:"website,omitempty" maxLength:"2000" doc:"An address of the web, up to 200 characters; https:// where it names no scheme"`
	Lang        string       `json:"lang" enum:"en,fr,es" doc:"Of the words"`
}

func (b WritingBody) by(author ident.ID) orgpage.Writing {
	return orgpage.Writing{
		Author: member.SubjectOf(author), Kind: b.Kind, Name: textfold.Line(b.Name), Description: textfold.Clean(b.Description),
		Industry: textfold.Line(b.Industry), Location: textfold.Line(b.Location), Website: textfold.Line(b.Website), Lang: b.Lang,
	}
}

// PageBody names a page.
type PageBody struct {
	PageID ident.ID `json:"page_id" format:"uuid"`
}

// CreatePageBody is a new page.
type CreatePageBody struct{ WritingBody }

// CreatePageAnswer names the page that was made.
type CreatePageAnswer struct {
	command.Done
	PageID ident.ID `json:"page_id" format:"uuid"`
}

// RevisePageBody replaces what a page says.
type RevisePageBody struct {
	PageBody
	WritingBody
	BuildsOn time.Time `json:"builds_on,omitzero" doc:"When the words that it replaces were said: said_at; refused as page_changed when they changed since"`
}

// VerifyPageBody says whether a page is what it says.
type VerifyPageBody struct {
	PageBody
	Verified bool `json:"verified"`
}

// CreatePage opens a page of the member's.
var CreatePage = command.Define("create-page", "Make a page for an organization or a group", command.Member,
	func(ctx context.Context, c *command.Call, in CreatePageBody) (CreatePageAnswer, error) {
		id := ident.Thing(orgpage.Category, c.ID)
		open := orgpage.Make{Page: id, Member: c.Member, Writing: in.by(c.Member), Now: c.Now()}
		done, err := command.On(ctx, c, orgpage.Decider, id, open.Decide)
		return CreatePageAnswer{done, id}, err
	}).Creating()

// RevisePage replaces what a page says. Another name or website is no longer verified.
var RevisePage = command.Define("revise-page", "Change what a page that one edits says", command.Owner,
	func(ctx context.Context, c *command.Call, in RevisePageBody) (command.Done, error) {
		said, _, err := saying(ctx, c.Service, in.PageID)
		if err != nil {
			return command.Done{}, err
		}
		return command.On(ctx, c, orgpage.Decider, in.PageID, orgpage.Revise{
			Page: in.PageID, Actor: c.Member, Name: said.Name.String(), Website: said.Website.String(), Writing: in.by(c.Member),
			BuildsOn: in.BuildsOn, Now: c.Now(),
		}.Decide)
	})

// ClosePage takes a page off for good.
var ClosePage = command.Define("close-page", "Take a page of one's own off for good", command.Owner,
	func(ctx context.Context, c *command.Call, in PageBody) (command.Done, error) {
		closing := orgpage.Close{Page: in.PageID, Actor: c.Member, Now: c.Now()}
		before, _, err := command.Load(ctx, c.Handler, orgpage.Decider, in.PageID)
		if err != nil {
			return command.Done{}, err
		}
		if _, err := closing.Decide(before); err != nil {
			return command.Done{}, err
		}
		return decideOnLogo(ctx, c, before, in.PageID, closing.Decide)
	})

// VerifyPage says that a moderator has checked whom a page speaks for, or takes that back.
var VerifyPage = command.Define("verify-page", "Say that it is checked whom a page speaks for, or take that back",
	command.Moderator,
	func(ctx context.Context, c *command.Call, in VerifyPageBody) (command.Done, error) {
		return command.On(ctx, c, orgpage.Decider, in.PageID, orgpage.Verify{
			Page: in.PageID, Verified: in.Verified, Now: c.Now(),
		}.Decide)
	})

// AllowPageMoneyBody says whether the campaigns of a page may collect money.
type AllowPageMoneyBody struct {
	PageBody
	Allowed bool `json:"allowed" doc:"Whether campaigns that go in its name may collect money without a permission of their own"`
}

// AllowPageMoney says that all campaigns in the name of a page may collect money, or takes that back.
var AllowPageMoney = command.Define("allow-page-money", "Let all campaigns of a page collect money, or take that back",
	command.Administrator,
	func(ctx context.Context, c *command.Call, in AllowPageMoneyBody) (command.Done, error) {
		return command.On(ctx, c, orgpage.Decider, in.PageID, orgpage.AllowMoney{
			Page: in.PageID, By: c.Member, Allowed: in.Allowed, Now: c.Now(),
		}.Decide)
	})

// saying is what a page says, opened, and how often it said something.
func saying(ctx context.Context, s *command.Service, page ident.ID) (said orgpage.Words, times int, err error) {
	for r, err := range s.OpenedEvents(ctx, orgpage.Category, page) {
		if err != nil {
			return said, times, err
		}
		switch e := r.Event.(type) {
		case orgpage.Opened:
			said, times = e.Words, times+1
		case orgpage.Revised:
			said, times = e.Words, times+1
		}
	}
	return said, times, nil
}

// DropPageBody says who is erased, and what of theirs a page may have.
type DropPageBody struct {
	PageID   ident.ID
	MemberID ident.ID // nil for a guest
	Subjects []ident.ID
}

// DropPage takes somebody who is erased off a page: theirs goes to an editor, or closes.
var DropPage = command.Define("drop-page", "Take somebody who is erased off a page", command.Internal,
	func(ctx context.Context, c *command.Call, in DropPageBody) (command.Done, error) {
		drop := orgpage.Drop{Page: in.PageID, Member: in.MemberID, Subjects: in.Subjects, Now: c.Now()}
		var err error
		if drop.Said, drop.Times, err = saying(ctx, c.Service, in.PageID); err != nil {
			return command.Done{}, err
		}
		before, _, err := command.Load(ctx, c.Handler, orgpage.Decider, in.PageID)
		if err != nil {
			return command.Done{}, err
		}
		return decideOnLogo(ctx, c, before, in.PageID, drop.Decide)
	})
