package projections

import (
	"github.com/callup/callup/domain/erasure"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/member"
)

func (h *history) aboutMember(draw draw) {
	n := draw("member", 4)
	id := thing("member", n)
	run := func(decide func(member.State) ([]member.Event, error)) {
		take(h, member.Decider, id, decide)
	}
	if !statesOf(h, member.Decider)[id].Exists {
		run(member.Register{Member: id, Subject: member.SubjectOf(id), Name: text("Name", n+1), Email: text("Mail", n+1), Lang: "en",
			Now: h.now}.Decide)
		return
	}
	if draw("chooses", 2) == 1 {
		run(member.ChooseLanguage{Lang: []string{"en", "fr", "es"}[draw("language", 2)], Now: h.now}.Decide)
		return
	}
	if draw("dresses", 5) == 5 {
		run(member.ChooseTheme{Theme: []string{"light", "dark", "system"}[draw("theme", 2)], Now: h.now}.Decide)
		return
	}
	if draw("counts", 5) == 5 {
		run(member.ChooseTracking{Allowed: draw("agrees", 1) == 1, Now: h.now}.Decide)
		return
	}
	if draw("lets see", 3) == 3 {
		parts := member.Visibility{
			Name: true, Bio: true, Location: true, Skills: true, Pages: true, Campaigns: true, Given: true, Following: true, Listed: true,
		}.Parts()
		run(member.ChooseVisibility{Part: parts[draw("part", len(parts)-1)], Shown: draw("shown", 1) == 1, Now: h.now}.Decide)
		return
	}
	if draw("steps", 3) == 3 {
		run(member.SkipOnboarding{Skipped: draw("skips", 1) == 1, Now: h.now}.Decide)
		return
	}
	if draw("moves", 5) == 5 {
		run(member.ChangeEmail{Email: text("Mail", 1+draw("address", 9)), Now: h.now}.Decide)
		return
	}
	if draw("shows", 3) == 3 {
		run(member.ChangeAvatar{Upload: []string{"", "one", "another"}[draw("picture", 2)], Now: h.now}.Decide)
		return
	}
	run(member.ReviseProfile{
		Name: text("Name", 1+draw("name", 9)), Bio: text("Bio", draw("bio", 2)), Location: text("Place", draw("place", 2)),
		Skills: []string{text("Skill", draw("skill", 2))}, Lang: "fr", Now: h.now,
	}.Decide)
}

// erase erases somebody, who may not have been there at all; they may come back.
func (h *history) erase(draw draw) {
	who := []ident.ID{
		member.SubjectOf(thing("member", draw("person", 4))), ident.Pair("words", thing("campaign", draw("campaign", 2)).String()),
		thing("beneficiary", draw("whom", 1)), ident.Pair("words", thing("draft", draw("draft", 3)).String()),
	}[draw("erased", 3)]
	id := ident.Pair("erasure", who.String())
	h.facts = append(h.facts, fact{erasure.Category, id,
		erasure.PersonErased{Erasure: id, Subject: who, Kind: erasure.OfMember, At: h.now}})
}

// askErasure has somebody ask for their account to be deleted, or think better of it.
func (h *history) askErasure(draw draw) {
	who, subject := someMember(draw)
	id := ident.Pair(erasure.Category, subject.String())
	if draw("they stay", 2) == 0 {
		take(h, erasure.Decider, id, erasure.Undo{Now: h.now}.Decide)
		return
	}
	take(h, erasure.Decider, id, erasure.Request{
		Erasure: id, Kind: erasure.Member, Member: who, Subject: subject, Words: thing("erasure words", len(h.facts)),
		Email: "mail 1 é", By: erasure.ByMember, DueAt: h.now.AddDate(0, 0, 14), Now: h.now,
	}.Decide)
}
