package declared

import (
	"github.com/callup/callup/domain/donation"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/member"
	"github.com/callup/callup/domain/notice"
)

var giftReceived = define(notice.GiftReceived, mailed(func(e donation.Completed) []Notice {
	return one(Notice{
		At: e.At, To: OwnerOf{e.Campaign}, But: subjectOf(e.Member), Campaign: e.Campaign, Donation: e.Donation, Amount: e.Gift,
	})
}))

// giftCompleted is a member's receipt. A guest's is mailed all the same, but is no notice.
var giftCompleted = define(notice.GiftCompleted, mailed(func(e donation.Completed) []Notice {
	return one(Notice{
		At: e.At, To: Member{e.Member}, Campaign: e.Campaign, Donation: e.Donation, Amount: e.Gift,
	})
}))

// subjectOf is the subject of a member; nil of nobody.
func subjectOf(who ident.ID) ident.ID {
	if who.IsNil() {
		return ident.Nil
	}
	return member.SubjectOf(who)
}
