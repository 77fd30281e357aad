package catalog

import (
	"reflect"

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

// account is why events about the operator's account belong to nobody.
const account = "it names the operator's account at the payment provider, and no person"

// New makes the catalogue of every event type, each with whose its events are. A line is never removed; a changed schema
// adds an upcast to its line and a golden file to testdata.
func New() *Catalog {
	c := &Catalog{byName: map[string]*entry{}, byType: map[reflect.Type]*entry{}}

	register[campaign.SlugReserved](c, "SlugReserved", of("campaign"))
	register[campaign.SlugReleased](c, "SlugReleased", of("campaign"))
	register[campaign.Launched](c, "CampaignLaunched", of("owner"))
	register[campaign.Submitted](c, "CampaignSubmitted", of("owner"))
	register[campaign.Approved](c, "CampaignApproved", of("campaign"))
	register[campaign.ChangesChecked](c, "CampaignChangesChecked", of("campaign"))
	register[campaign.ChangesRequested](c, "CampaignChangesRequested", of("campaign"))
	register[campaign.Resubmitted](c, "CampaignResubmitted", of("campaign"))
	register[campaign.Rejected](c, "CampaignRejected", of("campaign"))
	register[campaign.Withdrawn](c, "CampaignWithdrawn", of("campaign"))
	register[campaign.Suspended](c, "CampaignSuspended", of("campaign"))
	register[campaign.Reinstated](c, "CampaignReinstated", of("campaign"))
	register[campaign.OrganizerKnown](c, "OrganizerKnown", of("member"))
	register[campaign.SlugGivenUp](c, "CampaignSlugGivenUp", of("campaign"))
	register[campaign.DraftSaved](c, "CampaignDraftSaved", of("owner"))
	register[campaign.DraftMediaKept](c, "CampaignDraftMediaKept", of("campaign"))
	register[campaign.DraftDiscarded](c, "CampaignDraftDiscarded", of("owner"))
	register[campaign.DraftsListed](c, "CampaignDraftsListed", of("member"))
	register[campaign.LaunchLapsed](c, "CampaignLaunchLapsed",
		nobodys("the campaign never was, and nothing says whose it was to be"))
	register[campaign.Revised](c, "CampaignRevised", of("campaign"))
	register[campaign.MediaShown](c, "CampaignMediaShown", of("campaign"))
	register[campaign.MoneyAsked](c, "CampaignMoneyAsked", of("campaign"))
	register[campaign.MoneyAllowed](c, "CampaignMoneyAllowed", of("campaign"))
	register[campaign.MoneyRefused](c, "CampaignMoneyRefused", of("campaign"))
	register[campaign.MoneyPurposeKept](c, "CampaignMoneyPurposeKept", of("campaign"))
	register[campaign.CurrencyFixed](c, "CampaignCurrencyFixed", of("campaign"))
	register[campaign.Paused](c, "CampaignPaused", of("campaign"))
	register[campaign.Resumed](c, "CampaignResumed", of("campaign"))
	register[campaign.Completed](c, "CampaignCompleted", of("campaign"))
	register[campaign.Cancelled](c, "CampaignCancelled", of("campaign"))
	register[campaign.Featured](c, "CampaignFeatured", of("campaign"))
	register[campaign.Unfeatured](c, "CampaignUnfeatured", of("campaign"))
	register[campaign.CoOrganizerInvited](c, "CoOrganizerInvited", of("campaign"))
	register[campaign.InvitationAccepted](c, "InvitationAccepted", of("member"))
	register[campaign.InvitationDeclined](c, "InvitationDeclined", of("member"))
	register[campaign.InvitationWithdrawn](c, "InvitationWithdrawn", of("campaign"))
	register[campaign.CoOrganizerLeft](c, "CoOrganizerLeft", of("member"))
	register[campaign.CoOrganizerRemoved](c, "CoOrganizerRemoved", of("member"))
	register[campaign.HandOverOffered](c, "HandOverOffered", of("to"))
	register[campaign.HandOverWithdrawn](c, "HandOverWithdrawn", of("campaign"))
	register[campaign.HandOverDeclined](c, "HandOverDeclined", of("to"))
	register[campaign.HandedOver](c, "CampaignHandedOver", of("campaign"))
	register[campaign.MarkedUrgent](c, "CampaignMarkedUrgent", of("campaign"))
	register[campaign.UrgencyLapsed](c, "CampaignUrgencyLapsed", of("campaign"))
	register[campaign.UrgencyRemoved](c, "CampaignUrgencyRemoved", of("campaign"))
	register[campaign.Renamed](c, "CampaignRenamed", of("campaign"))
	register[campaign.PageSet](c, "CampaignPageSet", of("campaign"))
	register[campaign.PageTakenOff](c, "CampaignPageTakenOff", of("campaign"))

	register[disclosure.PersonalDataRead](c, "PersonalDataRead",
		nobodys("it is evidence of what operators did, and names no member"),
		unchanged) // version 2 says who looked

	register[donation.Started](c, "DonationStarted", of("supporter"),
		unchanged) // version 2 says what the first payment page is asked for with
	register[donation.PaymentRetried](c, "DonationPaymentRetried", of("donation"))
	register[donation.PaymentOpened](c, "DonationPaymentOpened", of("donation"))
	register[donation.Completed](c, "DonationCompleted", of("supporter"))
	register[donation.Failed](c, "DonationFailed", of("donation"))
	register[donation.Cancelled](c, "DonationCancelled", of("donation"))
	register[donation.RefundRequested](c, "DonationRefundRequested", of("donation"))
	register[donation.RefundRefused](c, "DonationRefundRefused", of("donation"))
	register[donation.Refunded](c, "DonationRefunded", of("donation"))
	register[donation.Mismatched](c, "DonationMismatched", of("donation"))
	register[donation.SurplusPaid](c, "DonationSurplusPaid", of("donation"))
	register[donation.SurplusRefundRequested](c, "DonationSurplusRefundRequested", of("donation"))
	register[donation.SurplusRefunded](c, "DonationSurplusRefunded", of("donation"))
	register[donation.PaymentUnderWay](c, "DonationPaymentUnderWay", of("donation"))
	register[donation.PaymentSettled](c, "DonationPaymentSettled", of("donation"))
	register[donation.RefundReversed](c, "DonationRefundReversed", of("donation"))
	register[donation.DisputeOpened](c, "DonationDisputeOpened", of("donation"))
	register[donation.DisputeClosed](c, "DonationDisputeClosed", of("donation"))
	register[donation.RefundExplained](c, "DonationRefundExplained", of("by"))
	register[donation.RefundAsked](c, "DonationRefundAsked", of("supporter"))
	register[donation.RefundDeclined](c, "DonationRefundDeclined", of("by"))

	register[inquiry.Sent](c, "InquirySent", of("sender"))
	register[inquiry.Answered](c, "InquiryAnswered", of("inquiry"))

	register[member.Registered](c, "MemberRegistered", of("member"),
		unchanged) // version 2 says what of their page they show
	register[member.EmailChanged](c, "MemberEmailChanged", of("member"))
	register[member.AvatarChanged](c, "MemberAvatarChanged", of("member"))
	register[member.ThemeChosen](c, "MemberThemeChosen", of("member"))
	register[member.TrackingChosen](c, "MemberTrackingChosen", of("member"))
	register[member.LanguageChosen](c, "MemberLanguageChosen", of("member"))
	register[member.OnboardingSkipped](c, "MemberOnboardingSkipped", of("member"))
	register[member.ProfileRevised](c, "MemberProfileRevised", of("member"),
		unchanged) // version 2 has skills
	register[member.VisibilityChosen](c, "MemberVisibilityChosen", of("member"))

	register[notification.Read](c, "NotificationsRead", of("member"),
		unchanged) // version 2 may say from when on
	register[notification.ChannelChosen](c, "NotificationChannelChosen", of("member"),
		unchanged) // version 2 may say that the daily mail tells of it
	register[notification.AccountTouched](c, "NotificationAccountTouched", of("member"))

	register[paymentaccount.Recorded](c, "PaymentAccountRecorded", nobodys(account))
	register[paymentaccount.Adopted](c, "PaymentAccountAdopted", nobodys(account))
	register[receipt.Assigned](c, "ReceiptAssigned", of("donation"))
	register[receipt.Issued](c, "ReceiptIssued", of("donation"))
	register[receipt.Corrected](c, "ReceiptCorrected", of("donation"))

	register[staff.RoleGranted](c, "RoleGranted", of("member"))
	register[staff.RoleTakenBack](c, "RoleTakenBack", of("member"))

	register[erasure.Requested](c, "ErasureRequested", of("erasure"))
	register[erasure.Undone](c, "ErasureUndone", of("erasure"))
	register[erasure.Began](c, "ErasureBegan", of("erasure"))
	register[erasure.Scoped](c, "ErasureScoped", of("erasure"))
	register[erasure.KeysDestroyed](c, "ErasureKeysDestroyed", of("erasure"))
	register[erasure.PersonErased](c, "PersonErased", of("erasure"))
	register[erasure.BuildsDropped](c, "ErasureBuildsDropped", of("erasure"))
	register[erasure.Purged](c, "ErasurePurged", of("erasure"))
	register[erasure.Completed](c, "ErasureCompleted", of("erasure"))

	register[timepledge.Pledged](c, "TimePledged", of("supporter"))
	register[timepledge.Accepted](c, "TimePledgeAccepted", of("pledge"))
	register[timepledge.HoursLogged](c, "HoursLogged", of("pledge"))
	register[timepledge.HoursConfirmed](c, "HoursConfirmed", of("pledge"))
	register[timepledge.Declined](c, "TimePledgeDeclined", of("pledge"))
	register[timepledge.Withdrawn](c, "TimePledgeWithdrawn", of("pledge"))
	register[timepledge.NoShow](c, "TimePledgeNoShow", of("pledge"))
	register[timepledge.OfShift](c, "TimePledgeOfShift", of("pledge"))

	register[materialpledge.Pledged](c, "MaterialPledged", of("supporter"))
	register[materialpledge.Accepted](c, "MaterialPledgeAccepted", of("pledge"))
	register[materialpledge.Received](c, "MaterialReceived", of("pledge"))
	register[materialpledge.Returned](c, "MaterialReturned", of("pledge"))
	register[materialpledge.Declined](c, "MaterialPledgeDeclined", of("pledge"))
	register[materialpledge.Withdrawn](c, "MaterialPledgeWithdrawn", of("pledge"))

	register[shift.Published](c, "ShiftPublished", of("author"))
	register[shift.Revised](c, "ShiftRevised", of("shift"))
	register[shift.Cancelled](c, "ShiftCancelled", of("shift"))
	register[shift.Joined](c, "ShiftJoined", of("supporter"))
	register[shift.Left](c, "ShiftLeft", of("shift"))
	register[shift.Reminded](c, "ShiftReminded", of("shift"))

	register[campaignupdate.Posted](c, "CampaignUpdatePosted", of("author"))
	register[campaignupdate.Revised](c, "CampaignUpdateRevised", of("campaign"))
	register[campaignupdate.Pinned](c, "CampaignUpdatePinned", of("campaign"))
	register[campaignupdate.Unpinned](c, "CampaignUpdateUnpinned", of("campaign"))
	register[campaignupdate.Removed](c, "CampaignUpdateRemoved", of("campaign"))

	register[post.Posted](c, "PostPosted", of("author"))
	register[post.Published](c, "PostPublished", of("author"))
	register[post.FilesShown](c, "PostFilesShown", of("author"))
	register[post.Shared](c, "PostShared", of("post"))
	register[post.Edited](c, "PostEdited", of("author"))
	register[post.Deleted](c, "PostDeleted", of("post"))
	register[post.Removed](c, "PostRemoved", of("author"))

	register[comment.Written](c, "CommentWritten", of("author"))
	register[comment.Edited](c, "CommentEdited", of("author"))
	register[comment.Deleted](c, "CommentDeleted", of("comment"))
	register[comment.Removed](c, "CommentRemoved", of("author"))

	register[reaction.Chosen](c, "ReactionChosen", of("subject"))
	register[reaction.TakenBack](c, "ReactionTakenBack", of("subject"))
	register[orgpage.Opened](c, "PageOpened", of("author"))
	register[orgpage.Revised](c, "PageRevised", of("page"))
	register[orgpage.LogoChanged](c, "PageLogoChanged", of("page"))
	register[orgpage.Closed](c, "PageClosed", of("page"))
	register[orgpage.EditorInvited](c, "PageEditorInvited", of("page"))
	register[orgpage.EditorJoined](c, "PageEditorJoined", of("page"))
	register[orgpage.EditorDeclined](c, "PageEditorDeclined", of("page"))
	register[orgpage.InvitationWithdrawn](c, "PageInvitationWithdrawn", of("page"))
	register[orgpage.EditorLeft](c, "PageEditorLeft", of("page"))
	register[orgpage.EditorRemoved](c, "PageEditorRemoved", of("page"))
	register[orgpage.HandedOver](c, "PageHandedOver", of("page"))
	register[orgpage.Verified](c, "PageVerified", of("page"))
	register[orgpage.Unverified](c, "PageUnverified", of("page"))
	register[orgpage.MoneyAllowed](c, "PageMoneyAllowed", of("page"))
	register[orgpage.MoneyWithdrawn](c, "PageMoneyWithdrawn", of("page"))

	register[pagefollow.Followed](c, "PageFollowed", of("member"))
	register[pagefollow.Unfollowed](c, "PageUnfollowed", of("member"))
	register[campaignfollow.Followed](c, "CampaignFollowed", of("member"))
	register[campaignfollow.Unfollowed](c, "CampaignUnfollowed", of("member"))
	register[memberblock.Blocked](c, "MemberBlocked", of("member"))
	register[memberblock.Unblocked](c, "MemberUnblocked", of("member"))
	register[thread.Begun](c, "ThreadBegun", of("thread"))
	register[thread.Sent](c, "MessageSent", of("author"))
	register[thread.Read](c, "ThreadRead", of("thread"))
	register[thread.Muted](c, "ThreadMuted", of("thread"))
	register[thread.Unmuted](c, "ThreadUnmuted", of("thread"))
	register[thread.Accepted](c, "MessageRequestAccepted", of("thread"))
	register[thread.Declined](c, "MessageRequestDeclined", of("thread"))
	register[thread.Closed](c, "ThreadClosed", of("thread"))
	register[thread.WriterChosen](c, "MessageWritersChosen", of("member"))
	register[report.Filed](c, "ReportFiled", of("member"))
	register[report.Below](c, "ReportedCommentBelow", of("member"))
	register[report.Settled](c, "ReportsSettled", nobodys("it says what a moderator found of a thing, and not whose that is"))

	return c
}
