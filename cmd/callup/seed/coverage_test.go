package seed

import (
	"slices"
	"testing"

	"github.com/callup/callup/eventstore/catalog"
)

const (
	onItsWay = "a payment that is on its way arrives, or not, days later, and nobody is there to say so"
	trouble  = "of a payment that nobody made: the sandbox's pages let anybody try it"
)

const notReviewed = "where there is demo data nothing is reviewed unless the operator says so"

// notShown are the events that the demo data does without, and why.
var notShown = map[string]string{
	"SlugReleased":                   "of a launch that was cut off, which nobody sees",
	"CampaignLaunchLapsed":           "of a launch that was cut off, which nobody sees",
	"CampaignSlugGivenUp":            "of a launch that was cut off, which nobody sees",
	"CampaignDraftMediaKept":         draftOfOnes,
	"CampaignDraftSaved":             draftOfOnes,
	"CampaignDraftsListed":           draftOfOnes,
	"CampaignDraftDiscarded":         draftOfOnes,
	"DonationPaymentRetried":         "the sandbox never keeps an answer that is of no use",
	"DonationPaymentUnderWay":        onItsWay,
	"DonationDisputeOpened":          trouble,
	"DonationDisputeClosed":          trouble,
	"DonationRefundReversed":         trouble,
	"DonationRefundAsked":            trouble,
	"DonationRefundDeclined":         trouble,
	"DonationRefundExplained":        "the demonstration's refunds are the operator's, who gives no reason",
	"CampaignRevised":                "a campaign that was revised looks like one that was launched so",
	"CampaignResumed":                "a campaign that was resumed looks like one that never paused",
	"CampaignSubmitted":              notReviewed,
	"CampaignApproved":               notReviewed,
	"CampaignChangesChecked":         notReviewed,
	"CampaignChangesRequested":       notReviewed,
	"CampaignResubmitted":            notReviewed,
	"CampaignRejected":               notReviewed,
	"CampaignWithdrawn":              notReviewed,
	"CampaignSuspended":              "nobody but its owner and the staff sees more of a suspended campaign than why",
	"CampaignReinstated":             "a campaign that was reinstated looks like one that never was suspended",
	"CampaignUrgencyLapsed":          "a campaign that is not urgent any more looks like one that never was",
	"CampaignUrgencyRemoved":         "a campaign that is not urgent any more looks like one that never was",
	"CampaignRenamed":                "a campaign that was renamed looks like one that was launched under that name",
	"CampaignMoneyAsked":             everybodyCollects,
	"CampaignMoneyAllowed":           everybodyCollects,
	"CampaignMoneyRefused":           everybodyCollects,
	"CampaignMoneyPurposeKept":       draftOfOnes,
	"PageMoneyAllowed":               everybodyCollects,
	"PageMoneyWithdrawn":             everybodyCollects,
	"ReceiptAssigned":                "a reactor writes it once the server runs",
	"ReceiptIssued":                  "a reactor writes it once the server runs",
	"ReceiptCorrected":               "a reactor writes it once the server runs",
	"OrganizerKnown":                 "a reactor writes it once the server runs",
	"CampaignCancelled":              "nobody but its owner sees more of a cancelled campaign than why",
	"CampaignUpdateRevised":          "an update that was revised looks like one that was posted so, but for a word",
	"CampaignUpdateRemoved":          "an update that was removed is nowhere",
	"CampaignUpdateUnpinned":         "an update that is not pinned any more looks like one that never was",
	"ShiftRevised":                   "a shift that was moved looks like one that was published so",
	"ShiftCancelled":                 "a shift that was cancelled is on no page",
	"ShiftReminded":                  "a timer gives it a day before the shift",
	"ShiftLeft":                      "whoever left a shift is nowhere",
	"PostRemoved":                    "a post that was removed is nowhere",
	"CommentRemoved":                 "a comment that was removed looks like one that was deleted",
	"PageRevised":                    "a page that was changed looks like one that was opened so",
	"PageClosed":                     "a page that was closed is nowhere",
	"PageEditorInvited":              editorsOf,
	"PageEditorJoined":               editorsOf,
	"PageEditorDeclined":             editorsOf,
	"PageInvitationWithdrawn":        editorsOf,
	"PageEditorLeft":                 editorsOf,
	"PageEditorRemoved":              editorsOf,
	"PageHandedOver":                 "a page is handed over when its owner leaves Callup",
	"PageUnverified":                 "a page that is not verified any more looks like one that never was",
	"MessageRequestAccepted":         "a request that was accepted looks like one that was answered",
	"MessageRequestDeclined":         "a request that was declined is nowhere",
	"MessageWritersChosen":           "who may write to a member is seen by them alone",
	"ThreadMuted":                    "a muted conversation looks like every other, but for a mark that its reader makes",
	"ThreadUnmuted":                  "a conversation that is not muted any more looks like one that never was",
	"ThreadClosed":                   "a conversation closes when somebody leaves Callup",
	"MemberBlocked":                  "nobody but whoever blocks another sees it, and the demo would show them less",
	"MemberUnblocked":                "whoever blocks nobody any more looks like one who never did",
	"CampaignUnfollowed":             "whoever follows no more looks like one who never did",
	"PageUnfollowed":                 "whoever follows no more looks like one who never did",
	"InvitationDeclined":             oneRuns,
	"InvitationWithdrawn":            oneRuns,
	"CoOrganizerLeft":                oneRuns,
	"CoOrganizerRemoved":             oneRuns,
	"HandOverOffered":                oneRuns,
	"HandOverWithdrawn":              oneRuns,
	"HandOverDeclined":               oneRuns,
	"CampaignHandedOver":             oneRuns,
	"CampaignPageTakenOff":           "a campaign that goes in the name of a page no more looks like one that never did",
	"PostEdited":                     "a post that was edited looks like one that was written so, but for a word",
	"PostDeleted":                    "a post that was deleted is nowhere",
	"CommentEdited":                  "a comment that was edited looks like one that was written so, but for a word",
	"CommentDeleted":                 "of a comment that was deleted nothing is shown",
	"ReactionTakenBack":              "whoever took a reaction back looks like one who never reacted",
	"CampaignUnfeatured":             "a campaign that is not featured any more looks like one that never was",
	"MemberOnboardingSkipped":        "a member who skipped the first steps looks to others like one who has not",
	"MemberEmailChanged":             "a member at another address looks to others like one who was always there",
	"MemberAvatarChanged":            "the demo holds no pictures of people",
	"MemberLanguageChosen":           "a member who chose a language looks like one who registered in it",
	"NotificationsRead":              "who has just begun has read nothing yet",
	"NotificationChannelChosen":      "whoever chose nothing is told everything, which shows most",
	"NotificationAccountTouched":     "what happens to an account happens when somebody tries it out, by signing in",
	"MemberTrackingChosen":           "nobody sees whether another is counted",
	"MemberThemeChosen":              "nobody sees another's theme",
	"DonationMismatched":             "the sandbox takes what was asked",
	"DonationRefunded":               "the server's reactor sends the money back once it runs: DonationRefundRequested is there",
	"DonationRefundRefused":          "the sandbox gives back what it is asked for",
	"DonationSurplusPaid":            paidTwice,
	"DonationSurplusRefundRequested": paidTwice,
	"DonationSurplusRefunded":        paidTwice,
	"PaymentAccountRecorded":         "the sandbox has no accounts",
	"PaymentAccountAdopted":          "the sandbox has no accounts",
	"PersonalDataRead":               "operators look at it, in the log of their own installation",
	"ErasureRequested":               ofErasure,
	"ErasureUndone":                  ofErasure,
	"ErasureBegan":                   ofErasure,
	"ErasureScoped":                  ofErasure,
	"ErasureKeysDestroyed":           ofErasure,
	"PersonErased":                   ofErasure,
	"ErasureBuildsDropped":           ofErasure,
	"ErasurePurged":                  ofErasure,
	"ErasureCompleted":               ofErasure,
}

const draftOfOnes = "only whoever writes a draft is shown it, and one is begun within a minute"

const everybodyCollects = "a demonstration moves no money, so that nobody needs a permission to collect it"

const editorsOf = "editors begin with a mail to an address that somebody reads: whoever tries Callup out asks another sign-in"

const oneRuns = "a team that somebody turned down, left or was handed looks like one of those who are on it"

const paidTwice = "no page shows it; whoever tries Callup out can pay a gift twice on the sandbox's page, and read the mails"

const ofErasure = "somebody erased is somebody whom the demo does not show"

// showsEveryEvent checks that the demo holds every type of event: what it lacks nobody sees who tries Callup out, and no
// screen shows it in the tests that visit the demo.
func showsEveryEvent(t *testing.T, got map[string]int) {
	t.Helper()
	types := catalog.New().Types()
	for _, name := range types {
		switch reason := notShown[name]; {
		case got[name] == 0 && reason == "":
			t.Errorf("the demo data has no %s: let somebody do it (make new-demo), or say in notShown in "+
				"cmd/callup/seed/coverage_test.go why nobody misses it", name)
		case got[name] > 0 && reason != "":
			t.Errorf("notShown explains %s, which the demo data has: remove its line", name)
		}
	}
	for name := range notShown {
		if !slices.Contains(types, name) {
			t.Errorf("notShown explains %s, which is no type of event: remove its line", name)
		}
	}
}
