package catalog

import (
	"slices"

	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/campaignfollow"
	"github.com/callup/callup/domain/campaignupdate"
	"github.com/callup/callup/domain/comment"
	"github.com/callup/callup/domain/disclosure"
	"github.com/callup/callup/domain/donation"
	"github.com/callup/callup/domain/erasure"
	"github.com/callup/callup/domain/inquiry"
	"github.com/callup/callup/domain/materialpledge"
	"github.com/callup/callup/domain/member"
	"github.com/callup/callup/domain/memberblock"
	"github.com/callup/callup/domain/notification"
	"github.com/callup/callup/domain/orgpage"
	"github.com/callup/callup/domain/pagefollow"
	"github.com/callup/callup/domain/paymentaccount"
	"github.com/callup/callup/domain/post"
	"github.com/callup/callup/domain/reaction"
	"github.com/callup/callup/domain/receipt"
	"github.com/callup/callup/domain/report"
	"github.com/callup/callup/domain/shift"
	"github.com/callup/callup/domain/staff"
	"github.com/callup/callup/domain/thread"
	"github.com/callup/callup/domain/timepledge"
)

// Categories are the categories of all streams, in alphabetical order: what stands before the hyphen of their names.
func Categories() []string {
	all := []string{
		campaign.Category, campaign.DraftsCategory, campaign.OrganizerCategory, campaign.SlugCategory, campaignfollow.Category,
		campaignupdate.Category, comment.Category, disclosure.Category, donation.Category, erasure.Category, inquiry.Category,
		materialpledge.Category, member.Category, memberblock.Category, notification.Category, orgpage.Category,
		pagefollow.Category, paymentaccount.Category, post.Category, reaction.Category, receipt.Category, receipt.BookCategory,
		report.CaseCategory, report.Category, shift.Category, staff.Category, thread.ChoiceCategory,
		thread.Category, timepledge.Category,
	}
	slices.Sort(all)
	return all
}
