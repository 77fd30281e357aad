package catalog

import (
	"reflect"

	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/disclosure"
	"github.com/callup/callup/domain/donation"
	"github.com/callup/callup/domain/erasure"
	"github.com/callup/callup/domain/member"
)

// New makes the catalogue of every event type. A line is never removed; a changed schema adds an upcast to its line
// and a golden file to testdata.
func New() *Catalog {
	c := &Catalog{byName: map[string]*entry{}, byType: map[reflect.Type]*entry{}}

	register[campaign.SlugReserved](c, "SlugReserved")
	register[campaign.SlugReleased](c, "SlugReleased")
	register[campaign.Launched](c, "CampaignLaunched")
	register[campaign.LaunchLapsed](c, "CampaignLaunchLapsed")
	register[campaign.Revised](c, "CampaignRevised")
	register[campaign.CurrencyFixed](c, "CampaignCurrencyFixed")
	register[campaign.Paused](c, "CampaignPaused")
	register[campaign.Resumed](c, "CampaignResumed")
	register[campaign.Completed](c, "CampaignCompleted")
	register[campaign.Featured](c, "CampaignFeatured")
	register[campaign.Unfeatured](c, "CampaignUnfeatured")

	register[disclosure.PersonalDataRead](c, "PersonalDataRead")

	register[donation.Started](c, "DonationStarted")
	register[donation.PaymentOpened](c, "DonationPaymentOpened")
	register[donation.Completed](c, "DonationCompleted")
	register[donation.Failed](c, "DonationFailed")
	register[donation.Cancelled](c, "DonationCancelled")
	register[donation.RefundRequested](c, "DonationRefundRequested")
	register[donation.RefundRefused](c, "DonationRefundRefused")
	register[donation.Refunded](c, "DonationRefunded")
	register[donation.Mismatched](c, "DonationMismatched")

	register[member.Registered](c, "MemberRegistered")
	register[member.ProfileRevised](c, "MemberProfileRevised")

	register[erasure.Requested](c, "ErasureRequested")
	register[erasure.Undone](c, "ErasureUndone")
	register[erasure.Began](c, "ErasureBegan")
	register[erasure.Scoped](c, "ErasureScoped")
	register[erasure.KeysDestroyed](c, "ErasureKeysDestroyed")
	register[erasure.PersonErased](c, "PersonErased")
	register[erasure.BuildsDropped](c, "ErasureBuildsDropped")
	register[erasure.Purged](c, "ErasurePurged")
	register[erasure.Completed](c, "ErasureCompleted")

	return c
}
