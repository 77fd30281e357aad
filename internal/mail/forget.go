package mail

import (
	"context"
	"fmt"
	"time"

	"github.com/callup/callup/domain/ident"
)

// Forget deletes mails: those of some keys, and those to an address written after one moment and until another; an empty
// address is nobody's. It tells how many that were.
func (o *Outbox) Forget(ctx context.Context, keys []string, to string, from, until time.Time) (int64, error) {
	gone, err := o.pool.Exec(ctx, `
		DELETE FROM outbox_mails WHERE split_part(key, '/', 1) = ANY($1)
			OR $2 <> '' AND lower(recipient) = lower($2) AND created_at > $3
		AND created_at <= $4`,
		keys, to, from, until)
	if err != nil {
		return 0, fmt.Errorf("deleting mails from the outbox: %w", err)
	}
	return gone.RowsAffected(), nil
}

// ForgetWords deletes all mails that quote some subjects, and returns how many.
func (o *Outbox) ForgetWords(ctx context.Context, subjects []ident.ID) (int64, error) {
	gone, err := o.pool.Exec(ctx, `DELETE FROM outbox_mails WHERE words IS NOT NULL AND words && $1`, subjects)
	if err != nil {
		return 0, fmt.Errorf("deleting mails with somebody's words from the outbox: %w", err)
	}
	return gone.RowsAffected(), nil
}

// The keys of mails about a gift, a refund or a message to support, which name nobody.

// CompletedKey is that of GiftCompleted.
func CompletedKey(donation string) string { return "gift-completed:" + donation }

// RefundedKey is that of GiftRefunded and SurplusRefunded: a refund is of one or the other.
func RefundedKey(refund string) string { return "gift-refunded:" + refund }

// RefundFailedKey is that of GiftRefundFailed.
func RefundFailedKey(refund string) string { return "gift-refund-failed:" + refund }

// ReturnedKey is that of GiftReturned and SurplusReturned.
func ReturnedKey(refund string) string { return "gift-returned:" + refund }

// ReceivedKey is that of GiftReceived.
func ReceivedKey(donation string) string { return "gift-received:" + donation }

// OfferedKey is that of PledgeReceived.
func OfferedKey(pledge string) string { return "pledge-received:" + pledge }

// OfferedToKey is that of PledgeReceived to a co-organizer; it is forgotten with OfferedKey.
func OfferedToKey(pledge, member string) string { return OfferedKey(pledge) + "/" + member }

// InvitedKey is that of TeamInvited.
func InvitedKey(invitation string) string { return "team-invited:" + invitation }

// PageInvitedKey is that of PageInvited.
func PageInvitedKey(invitation string) string { return "page-invited:" + invitation }

// PageHandedOverKey is that of PageHandedOver, to a member.
func PageHandedOverKey(page, member string) string { return "page-handed-over:" + page + ":" + member }

// TeamKey is that of TeamChanged, about a member.
func TeamKey(campaign, what, member string, at time.Time) string {
	return "team-" + what + ":" + campaign + ":" + member + ":" + at.UTC().Format("20060102T150405.000000")
}

// AnsweredKey is that of PledgeAnswered: an offer is accepted once, and may be declined after that.
func AnsweredKey(pledge string, accepted bool) string {
	if accepted {
		return "pledge-accepted:" + pledge
	}
	return "pledge-declined:" + pledge
}

// ShiftKey is that of ShiftChanged to one of those who come.
func ShiftKey(shift, what, member string, at time.Time) string {
	return "shift-" + what + ":" + shift + ":" + member + ":" + at.UTC().Format("20060102T150405.000000")
}

// EndedKey is that of CampaignEnded.
func EndedKey(campaign string, at time.Time) string {
	return "campaign-ended:" + campaign + ":" + at.UTC().Format("20060102T150405.000000")
}

// DecidedKey is that of CampaignDecided.
func DecidedKey(campaign, what string, at time.Time) string {
	return "campaign-" + what + ":" + campaign + ":" + at.UTC().Format("20060102T150405.000000")
}

// TouchedKey is that of AccountTouched.
func TouchedKey(member, what string, at time.Time) string {
	return "account-touched:" + member + ":" + what + ":" + at.UTC().Format("20060102T150405.000000")
}

// NoticeKey is that of a Notice about a thing to a member, of a kind that has no key of its own.
func NoticeKey(kind, thing, member string, at time.Time) string {
	return kind + ":" + thing + ":" + member + ":" + at.UTC().Format("20060102T150405.000000")
}

// InquiryKey is that of InquiryReceived.
func InquiryKey(inquiry string) string { return "inquiry-received:" + inquiry }

// AcknowledgedKey is that of InquiryAcknowledged: one an hour, so that nobody floods a stranger with them.
func AcknowledgedKey(sender string, at time.Time) string {
	return "inquiry-acknowledged:" + sender + ":" + at.UTC().Format("2006-01-02T15")
}
