package catalog_test

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/disclosure"
	"github.com/callup/callup/domain/donation"
	"github.com/callup/callup/domain/erasure"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/member"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/domain/notice"
	"github.com/callup/callup/domain/notification"
	"github.com/callup/callup/domain/personal"
	"github.com/callup/callup/eventstore/catalog"
)

// secret stands in every personal text of the samples, and so in no golden file.
const secret = "PLAIN"

func id(n byte) ident.ID { return ident.Pair("sample", string([]byte{n})) }

func text(s string) personal.Text { return personal.Plain(secret + " " + s) }

var at = time.Date(2026, 11, 20, 9, 30, 15, 123456000, time.UTC)

// terms are those of a gift in dollars to a campaign in pounds.
var terms = donation.Terms{
	Gift: money.Of(5000, money.USD), Fee: money.Of(175, money.USD), Counted: money.Of(3801, money.GBP),
	Rate: money.Rate{From: money.USD, To: money.GBP, Num: 7602, Den: 10000, Date: "2026-11-20", Source: "ecb"},
	Main: money.Of(4301, money.EUR), MainRate: money.Rate{From: money.USD, To: money.EUR, Num: 8602, Den: 10000, Date: "2026-11-20",
		Source: "ecb"},
}

// written are the samples of types whose fields say more when they are chosen.
func written() []any {
	content := campaign.Content{
		Title: text("title"), Description: text("description"), Story: text("story"), Category: "community",
		Resources: []campaign.Resource{campaign.Money, campaign.Time, campaign.Materials}, Goal: money.Of(1_250_000, money.GBP),
		TimeGoal: 600, Needs: []campaign.Need{
			{ID: id(10), Item: text("item"), Quantity: 3, Unit: text("unit"), Note: text("note")},
			{ID: id(11), Item: text("second item"), Quantity: 1},
		},
		Location: text("location"), Lang: "fr", EndDate: "2026-12-31", TimeZone: "Europe/Paris",
		EndsAt: time.Date(2026, 12, 31, 23, 0, 0, 0, time.UTC), Beneficiary: id(4), ForName: text("beneficiary"),
		Relationship: "friend",
	}
	return []any{
		campaign.SlugReserved{Campaign: id(1), Subject: id(2), Slug: text("slug")},
		campaign.SlugReleased{Campaign: id(1), At: at},
		campaign.LaunchLapsed{Campaign: id(1), At: at},
		campaign.Launched{Campaign: id(1), Subject: id(2), Owner: id(3), Slug: text("slug"), Content: content, At: at},
		campaign.Submitted{Campaign: id(1), Subject: id(2), Owner: id(3), Slug: text("slug"), Content: content, At: at},
		campaign.Revised{Campaign: id(1), Subject: id(2), Content: content, At: at},
		campaign.CurrencyFixed{Campaign: id(1), Currency: money.GBP},
		campaign.Paused{Campaign: id(1), At: at},
		campaign.Resumed{Campaign: id(1), At: at},
		campaign.Completed{Campaign: id(1), Reason: campaign.ByEndDate, At: at},
		campaign.Cancelled{Campaign: id(1), Subject: id(2), Reason: text("reason"), At: at},
		campaign.Featured{Campaign: id(1), At: at},
		campaign.Unfeatured{Campaign: id(1), At: at},
		disclosure.PersonalDataRead{
			Disclosure: id(12), Subject: id(13), Reason: text("reason"), Selection: "events list --type DonationStarted",
			By: text("by"), At: at,
		},
		donation.Started{
			Donation: id(5), Campaign: id(1), Supporter: id(6), Member: id(7), Terms: terms, Anonymous: true, Name: text("name"),
			Email: text("email"), Message: text("message"), Lang: "es", Provider: "sandbox",
			Page: donation.Page{Revision: 3, Address: "https://callup.example", ExpiresAt: at}, At: at,
		},
		donation.PaymentRetried{
			Donation: id(5), Attempt: 2, Page: donation.Page{Revision: 4, Address: "https://callup.example", ExpiresAt: at}, At: at,
		},
		donation.PaymentOpened{Donation: id(5), Attempt: 1, Reference: "pay_1", ExpiresAt: at},
		donation.Completed{
			Donation: id(5), Campaign: id(1), Supporter: id(6), Member: id(7), Terms: terms, Anonymous: true, Reference: "pay_1",
			Late: true, At: at,
		},
		donation.Failed{Donation: id(5), Campaign: id(1), Reason: donation.Declined, At: at},
		donation.Cancelled{Donation: id(5), Campaign: id(1), At: at},
		donation.RefundRequested{
			Donation: id(5), Campaign: id(1), Refund: id(8), Amount: money.Of(1000, money.USD), Reason: donation.ByOrganizer, At: at,
		},
		donation.Refunded{
			Donation: id(5), Campaign: id(1), Supporter: id(6), Member: id(7), Refund: id(8), Amount: money.Of(1000, money.USD),
			Gift: money.Of(966, money.USD), Counted: money.Of(734, money.GBP), Main: money.Of(831, money.EUR), Full: true, Uncounted: true,
			Reason: donation.ByOrganizer, Given: at, At: at,
		},
		donation.RefundRefused{Donation: id(5), Campaign: id(1), Refund: id(8), Code: "refund_too_large", At: at},
		donation.Mismatched{
			Donation: id(5), Campaign: id(1), Asked: money.Of(5175, money.USD), Paid: money.Of(1, money.USD), Reference: "pay_1", At: at,
		},
		donation.SurplusPaid{Donation: id(5), Campaign: id(1), Reference: "pay_2", Paid: money.Of(5175, money.USD), At: at},
		donation.SurplusRefundRequested{
			Donation: id(5), Campaign: id(1), Refund: id(9), Reference: "pay_2", Amount: money.Of(5175, money.USD), At: at,
		},
		donation.SurplusRefunded{
			Donation: id(5), Campaign: id(1), Refund: id(9), Reference: "pay_2", Amount: money.Of(5175, money.USD), Full: true, At: at,
		},
		donation.PaymentUnderWay{Donation: id(5), Campaign: id(1), Reference: "pay_1", At: at},
		donation.PaymentSettled{
			Donation: id(5), Campaign: id(1), Reference: "pay_1", Gross: money.Of(4756, money.EUR), Fee: money.Of(96, money.EUR),
			Net: money.Of(4660, money.EUR), At: at,
		},
		donation.RefundReversed{
			Donation: id(5), Campaign: id(1), Supporter: id(6), Member: id(7), Anonymous: true, Refund: id(8), Reference: "pay_1",
			Amount: money.Of(1000, money.USD), Gift: money.Of(966, money.USD), Counted: money.Of(734, money.GBP),
			Main: money.Of(831, money.EUR), Full: true, Uncounted: true, Surplus: true, Status: donation.Complete,
			Reason: donation.ByOrganizer,
			Given:  at, At: at,
		},
		donation.DisputeOpened{
			Donation: id(5), Campaign: id(1), Dispute: "dp_1", Reference: "pay_1", Amount: money.Of(5175, money.USD), Why: "fraudulent",
			AnswerBy: at, Link: "https://pay.example/dp_1", At: at,
		},
		donation.DisputeClosed{
			Donation: id(5), Campaign: id(1), Dispute: "dp_1", Outcome: donation.DisputeWon, Status: donation.Complete, At: at,
		},
		donation.RefundExplained{Donation: id(5), Campaign: id(1), Refund: id(8), By: id(6), Words: text("words"), At: at},
		donation.RefundAsked{
			Donation: id(5), Campaign: id(1), Supporter: id(6), Words: text("words"), Left: money.Of(5175, money.USD), At: at,
		},
		donation.RefundDeclined{Donation: id(5), Campaign: id(1), Member: id(7), By: id(6), Words: text("words"), At: at},
		member.Registered{
			Member: id(7), Subject: id(6), Name: text("name"), Email: text("email"), Lang: "en",
			Shows: []member.Part{member.PartBio}, At: at,
		},
		member.VisibilityChosen{Member: id(7), Part: member.PartGiven, Shown: true, At: at},
		member.EmailChanged{Member: id(7), Subject: id(6), Email: text("email"), At: at},
		member.AvatarChanged{Member: id(7), Upload: "5qkxgyrlu3v6dt2mbn7wszoe4a", At: at},
		member.LanguageChosen{Member: id(7), Lang: "es", At: at},
		member.ThemeChosen{Member: id(7), Theme: "dark", At: at},
		member.TrackingChosen{Member: id(7), Allowed: true, At: at},
		member.OnboardingSkipped{Member: id(7), Skipped: true, At: at},
		member.ProfileRevised{
			Member: id(7), Subject: id(6), Name: text("name"), Bio: text("bio"), Location: text("location"),
			Skills: text("skills"), Lang: "en", At: at,
		},
		notification.Read{Member: id(7), From: at, UpTo: at, At: at},
		notification.ChannelChosen{Member: id(7), Subject: id(17), Kind: notice.GiftReceived, Channel: notice.ByMail,
			On: true, Daily: true, TimeZone: text("Europe/Paris"), At: at},
		notification.AccountTouched{Member: id(7), What: notification.PasswordChanged, At: at},
		erasure.Requested{
			Erasure: id(20), Kind: erasure.Member, Member: id(7), Subject: id(6), Words: id(21), Email: text("email"),
			By:    erasure.ByMember,
			DueAt: at.AddDate(0, 0, 14), At: at,
		},
		erasure.Undone{Erasure: id(20), At: at},
		erasure.Began{Erasure: id(20), At: at},
		erasure.Scoped{
			Erasure: id(20), Campaigns: 1, Gifts: 2, At: at, Subjects: []erasure.Subject{
				{ID: id(6), Kind: erasure.OfMember}, {ID: id(22), Kind: erasure.OfGuest}, {ID: id(2), Kind: erasure.OfCampaign},
				{ID: id(4), Kind: erasure.OfBeneficiary},
			},
		},
		erasure.KeysDestroyed{Erasure: id(20), At: at},
		erasure.PersonErased{Erasure: id(20), Subject: id(6), Kind: erasure.OfMember, At: at},
		erasure.BuildsDropped{Erasure: id(20), Dropped: 2, At: at},
		erasure.Purged{Erasure: id(20), Removed: []erasure.Removed{{What: "mails", Count: 3}}, At: at},
		erasure.Completed{Erasure: id(20), At: at},
	}
}

// wax seals so that one can see with what: the subject and what the text is bound to. What a golden file holds must
// not differ from one run to the next, as real ciphertext does.
type wax struct {
	erased, unknown map[ident.ID]bool
}

var errNoKey = errors.New("no such key")

func (w wax) Seal(_ context.Context, subject ident.ID, bound, plain string) (string, error) {
	return "sealed|" + subject.String() + "|" + bound + "|" + strings.ReplaceAll(plain, secret, "hidden"), nil
}

func (w wax) Open(_ context.Context, subject ident.ID, bound, sealed string) (string, error) {
	if w.unknown[subject] {
		return "", errNoKey
	}
	if w.erased[subject] {
		return "", catalog.ErrErased
	}
	plain, ok := strings.CutPrefix(sealed, "sealed|"+subject.String()+"|"+bound+"|")
	if !ok {
		return "", errors.New("does not open")
	}
	return strings.ReplaceAll(plain, "hidden", secret), nil
}

func (w wax) Preload(context.Context, []ident.ID) error { return nil }
