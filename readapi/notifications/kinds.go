package notifications

import (
	"encoding/json"
	"reflect"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/domain/notice"
)

// Notification is a notice of a member's, in the form of its kind.
type Notification struct{ form any }

// Notice is what notices of every kind have.
type Notice struct {
	ID   ident.ID    `json:"id" format:"uuid"`
	Kind notice.Kind `json:"kind"`
	At   time.Time   `json:"at"`
	New  bool        `json:"new" doc:"It is unread, and no older than 30 days"`
}

// OfCampaign is the campaign that a notice is about.
type OfCampaign struct {
	CampaignID    ident.ID `json:"campaign_id" format:"uuid" doc:"Zero where it is about no campaign"`
	CampaignSlug  string   `json:"campaign_slug" doc:"Empty where it is about no campaign"`
	CampaignTitle string   `json:"campaign_title" doc:"Empty where it is about no campaign, or it is shown to nobody"`
	CampaignLang  string   `json:"campaign_lang"`
	Own           bool     `json:"own" doc:"The member runs the campaign"`
}

// OfPage is the page that a notice is about.
type OfPage struct {
	PageID   ident.ID `json:"page_id,omitzero" format:"uuid" doc:"Absent where it is about no page"`
	PageName string   `json:"page_name" doc:"Empty where its words were erased"`
	PageLang string   `json:"page_lang" doc:"BCP 47 tag of page_name"`
}

// OfGift is money that was given.
type OfGift struct {
	Amount   int64          `json:"amount" doc:"Minor units of currency"`
	Currency money.Currency `json:"currency" enum:"EUR,USD,GBP"`
	Returned string         `json:"returned" enum:",partly,fully" doc:"How much of the gift went back"`
}

// OfTitle is the shift or the update that a notice is about.
type OfTitle struct {
	SubjectTitle string `json:"subject_title" doc:"Empty where its words were erased"`
	SubjectLang  string `json:"subject_lang" doc:"BCP 47 tag of subject_title"`
}

// OfThing is the post or the comment that a notice is about.
type OfThing struct {
	On     string   `json:"on" enum:",post,comment" doc:"Empty of a campaign"`
	PostID ident.ID `json:"post_id,omitzero" format:"uuid" doc:"That post, or the one below which that comment stands; absent where it is gone"`
}

type giftReceivedNotice struct {
	Notice
	OfCampaign
	OfGift
	Giver string `json:"giver" doc:"Empty for a guest's gift without a name, an anonymous one, and of an erased person"`
}

type giftCompletedNotice struct {
	Notice
	OfCampaign
	OfGift
	DonationID ident.ID `json:"donation_id" format:"uuid"`
}

type pledgeReceivedNotice struct {
	Notice
	OfCampaign
	Giver      string `json:"giver" doc:"Who pledged; empty where they were erased"`
	PledgeStep string `json:"pledge_step" enum:"offered,logged,withdrawn"`
	Minutes    int64  `json:"minutes" doc:"Of a pledge of time: pledged or worked; 0 of things"`
	Quantity   int64  `json:"quantity" doc:"Of a pledge of things; 0 of time"`
}

type pledgeAnsweredNotice struct {
	Notice
	OfCampaign
	PledgeStep string `json:"pledge_step" enum:"accepted,declined,confirmed,received,missed"`
	Minutes    int64  `json:"minutes" doc:"Of a pledge of time: pledged or confirmed; 0 of things"`
	Quantity   int64  `json:"quantity" doc:"Of a pledge of things: accepted, declined or received; 0 of time"`
}

type shiftChangedNotice struct {
	Notice
	OfCampaign
	OfTitle
	ShiftStep   string     `json:"shift_step" enum:"revised,moved,cancelled"`
	ShiftStarts *time.Time `json:"shift_starts,omitempty" doc:"When the shift begins now"`
	ShiftZone   string     `json:"shift_zone" doc:"IANA time zone of the shift's place"`
}

type campaignNewsNotice struct {
	Notice
	OfCampaign
	OfTitle
	News string `json:"news" enum:"update,reached,goal,time_goal,end_date,beneficiary" doc:"reached: its goal"`
}

type campaignCompletedNotice struct {
	Notice
	OfCampaign
	EndReason string `json:"end_reason" enum:",owner,end_date,cancelled" doc:"Why the campaign ended"`
}

type campaignReviewedNotice struct {
	Notice
	OfCampaign
	Decision string `json:"decision" enum:"approved,changes_requested,rejected,suspended,reinstated,not_urgent,money_allowed,money_refused"`
}

type teamNewsNotice struct {
	Notice
	OfCampaign
	OfPage
	Giver      string `json:"giver" doc:"The member, or of page_off the page, that it names; empty where it names none"`
	TeamChange string `json:"team_change" enum:"invited,joined,declined,left,removed,hand_over,hand_over_off,hand_over_no,handed_over,page_off"`
}

type threadNewsNotice struct {
	Notice
	OfPage
	OfThing
	Giver      string `json:"giver" doc:"Who did it last; empty where that is not said"`
	ThreadStep string `json:"thread_step" enum:"reacted,answered,shared"`
	Others     int64  `json:"others" doc:"How many reacted to it or shared it, or how many comments are below it"`
}

type reportSettledNotice struct {
	Notice
	OfCampaign
	OfThing
	Outcome string `json:"outcome" enum:"harmless,suspended,removed,over"`
}

type wordsRemovedNotice struct {
	Notice
	OfThing
	Reason string `json:"reason" doc:"In the moderator's words"`
}

type shiftReminderNotice struct {
	Notice
	OfCampaign
	OfTitle
	ShiftStarts *time.Time `json:"shift_starts,omitempty" doc:"When the shift begins"`
	ShiftZone   string     `json:"shift_zone" doc:"IANA time zone of the shift's place"`
}

type refundDeclinedNotice struct {
	Notice
	OfCampaign
	DonationID ident.ID `json:"donation_id" format:"uuid"`
}

type refundAskedNotice struct {
	Notice
	OfCampaign
	OfGift
}

type paymentProblemNotice struct {
	Notice
	OfCampaign
	Step     string         `json:"step" enum:"disputed,won,lost,refund_failed"`
	Amount   int64          `json:"amount" doc:"Minor units of currency; 0 when a dispute ends"`
	Currency money.Currency `json:"currency" enum:",EUR,USD,GBP"`
}

type securityNotice struct {
	Notice
	What string `json:"what" enum:"signed_in_anew,password_changed,password_reset,session_ended,other_sessions_ended,all_sessions_ended,refresh_token_reused,sessions_revoked,provider_linked,provider_removed,passkey_added,passkey_removed,passkey_refused,second_factor_on,second_factor_off,recovery_code_used,recovery_codes_renewed,second_factor_reset,email_changed,email_change_undone,data_downloaded" doc:"As the account's history names it"`
}

// row is a notice with all that any kind shows.
type row struct {
	Notice
	OfCampaign
	OfPage
	OfGift
	OfTitle
	OfThing
	Step       string     `db:"what"`
	DonationID ident.ID   `db:"donation_id"`
	Giver      string     `db:"giver"`
	Minutes    int64      `db:"minutes"`
	Quantity   int64      `db:"quantity"`
	EndReason  string     `db:"end_reason"`
	Starts     *time.Time `db:"shift_starts"`
	Zone       string     `db:"shift_zone"`
	Reason     string     `db:"reason"`
	Unread     int64      `db:"unread"` // of all
}

// forms are those of all kinds.
var forms = map[notice.Kind]func(r row) any{
	notice.ShiftReminder:  func(r row) any { return shiftReminderNotice{r.Notice, r.OfCampaign, r.OfTitle, r.Starts, r.Zone} },
	notice.RefundDeclined: func(r row) any { return refundDeclinedNotice{r.Notice, r.OfCampaign, r.DonationID} },
	notice.RefundAsked:    func(r row) any { return refundAskedNotice{r.Notice, r.OfCampaign, r.OfGift} },
	notice.PaymentProblem: func(r row) any {
		return paymentProblemNotice{r.Notice, r.OfCampaign, r.Step, r.Amount, r.Currency}
	},
	notice.GiftReceived:  func(r row) any { return giftReceivedNotice{r.Notice, r.OfCampaign, r.OfGift, r.Giver} },
	notice.GiftCompleted: func(r row) any { return giftCompletedNotice{r.Notice, r.OfCampaign, r.OfGift, r.DonationID} },
	notice.PledgeReceived: func(r row) any {
		return pledgeReceivedNotice{r.Notice, r.OfCampaign, r.Giver, r.Step, r.Minutes, r.Quantity}
	},
	notice.PledgeAnswered: func(r row) any { return pledgeAnsweredNotice{r.Notice, r.OfCampaign, r.Step, r.Minutes, r.Quantity} },
	notice.ShiftChanged: func(r row) any {
		return shiftChangedNotice{r.Notice, r.OfCampaign, r.OfTitle, r.Step, r.Starts, r.Zone}
	},
	notice.CampaignNews:      func(r row) any { return campaignNewsNotice{r.Notice, r.OfCampaign, r.OfTitle, r.Step} },
	notice.CampaignCompleted: func(r row) any { return campaignCompletedNotice{r.Notice, r.OfCampaign, r.EndReason} },
	notice.CampaignReviewed:  func(r row) any { return campaignReviewedNotice{r.Notice, r.OfCampaign, r.Step} },
	notice.TeamNews:          func(r row) any { return teamNewsNotice{r.Notice, r.OfCampaign, r.OfPage, r.Giver, r.Step} },
	notice.ThreadNews: func(r row) any {
		return threadNewsNotice{r.Notice, r.OfPage, r.OfThing, r.Giver, r.Step, r.Quantity}
	},
	notice.ReportSettled: func(r row) any { return reportSettledNotice{r.Notice, r.OfCampaign, r.OfThing, r.Step} },
	notice.WordsRemoved:  func(r row) any { return wordsRemovedNotice{r.Notice, r.OfThing, r.Reason} },
	notice.Security:      func(r row) any { return securityNotice{r.Notice, r.Step} },
}

// MarshalJSON writes the notice in the form of its kind.
func (n Notification) MarshalJSON() ([]byte, error) { return json.Marshal(n.form) }

// Schema is that of any of the kinds, which the field kind tells apart.
func (Notification) Schema(r huma.Registry) *huma.Schema {
	var all []*huma.Schema
	for _, kind := range notice.Kinds() {
		form := reflect.TypeOf(forms[kind](row{}))
		ref := r.Schema(form, true, "")
		one := r.SchemaFromRef(ref.Ref)
		one.Properties["kind"].Enum = []any{string(kind)}
		all = append(all, ref)
	}
	r.Map()["Notification"] = &huma.Schema{OneOf: all}
	return &huma.Schema{Ref: "#/components/schemas/Notification"}
}
