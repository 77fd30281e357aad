package readapi

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/auth"
	"github.com/callup/callup/projections/readmodel"
)

// DonationTables are the tables of gifts as their givers see them.
var DonationTables = []string{readmodel.Wallet, readmodel.Campaigns}

var (
	// ErrNoDonation refuses a gift that does not exist, or is not shown to who asks.
	ErrNoDonation = domain.Refuse(domain.NotFound, "donation_not_found", "There is no such donation.")
	errNoMember   = domain.Refuse(domain.NotFound, "member_not_found", "There is no such member.")
)

const donationColumns = `w.donation, w.status, w.reason, w.campaign, coalesce(c.slug, ''), coalesce(c.title, ''), coalesce(c.lang, ''),
	coalesce(c.category, ''), w.gift, w.fee, w.currency, w.counted, w.counted_currency, w.rate_num, w.rate_den, w.rate_date,
	w.rate_source, w.refunded, w.anonymous, w.message, w.lang, w.started_at, w.completed_at`

const donationSource = `{wallet_history} w LEFT JOIN {campaigns} c ON c.id = w.campaign`

func (d *Donation) targets() []any {
	return []any{
		&d.ID, &d.Status, &d.Reason, &d.CampaignID, &d.CampaignSlug, &d.CampaignTitle, &d.CampaignLang, &d.Category, &d.Amount, &d.Fee,
		&d.Currency, &d.CountedAmount, &d.CountedCurrency, &d.RateNum, &d.RateDen, &d.RateDate, &d.RateSource, &d.RefundedAmount,
		&d.Anonymous, &d.Message, &d.Lang, &d.StartedAt, &d.CompletedAt,
	}
}

func (d *Donation) settle() {
	d.StartedAt = d.StartedAt.UTC()
	utc(&d.CompletedAt)
}

// DonationByID gives one gift: a guest's to whoever knows its id, which nobody is told but the giver, a member's to
// that member alone. Errors: donation_not_found.
func (s *Service) DonationByID(ctx context.Context, v Viewer, id ident.ID) (Donation, error) {
	d, err := one(ctx, s, "donation", `SELECT `+donationColumns+` FROM `+donationSource+`
		WHERE w.donation = $1 AND w.member IN ('00000000-0000-0000-0000-000000000000', $2)`,
		func(row pgx.CollectableRow) (Donation, error) {
			var d Donation
			err := row.Scan(d.targets()...)
			d.settle()
			return d, err
		}, id, v.Member)
	if errors.Is(err, pgx.ErrNoRows) {
		return Donation{}, ErrNoDonation
	}
	return d, err
}

// Me gives a member as they see themselves. Errors: member_not_found.
func (s *Service) Me(ctx context.Context, v Viewer) (Me, error) {
	me, err := one(ctx, s, "the member", `SELECT id, name, email, bio, location, lang, created_at FROM {members} WHERE id = $1`,
		func(row pgx.CollectableRow) (Me, error) {
			me := Me{Roles: v.Roles}
			err := row.Scan(&me.ID, &me.Name, &me.Email, &me.Bio, &me.Location, &me.Lang, &me.CreatedAt)
			me.CreatedAt = me.CreatedAt.UTC()
			return me, err
		}, v.Member)
	if errors.Is(err, pgx.ErrNoRows) {
		return Me{}, errNoMember
	}
	if me.Roles == nil {
		me.Roles = []string{}
	}
	return me, err
}

// listed is a row of a member's own list with its place in it.
type listed[T any] struct {
	item          T
	micros, total int64
	id            ident.ID
}

// own gives a page of a member's list, the newest first. The query's last two columns are the row's moment in
// microseconds and the length of the list; its arguments are the member, whether it is a further page, the last row's
// moment and id, and the limit, after those given here.
func own[T any](
	ctx context.Context, s *Service, what, sql string, v Viewer, in PageInput, targets func(*T) []any, settle func(*T) ident.ID, args ...any,
) (List[T], error) {
	out := List[T]{Items: []T{}}
	name, err := listOf(what, v.Member)
	if err != nil {
		return out, err
	}
	from, paging, err := readCursor(in.Cursor, name)
	if err != nil {
		return out, err
	}
	rows, err := query(ctx, s, what, sql, func(row pgx.CollectableRow) (listed[T], error) {
		var l listed[T]
		err := row.Scan(append(targets(&l.item), &l.micros, &l.total)...)
		l.id = settle(&l.item)
		return l, err
	}, append(args, v.Member, paging, time.UnixMicro(from.Keys[0]), from.ID, in.Limit+1)...)
	if err != nil {
		return out, err
	}
	if len(rows) > 0 {
		out.Total = rows[0].total
	}
	rows, out.Next, err = paged(rows, in.Limit, name, func(l listed[T]) ([3]int64, ident.ID) { return [3]int64{l.micros}, l.id })
	for _, r := range rows {
		out.Items = append(out.Items, r.item)
	}
	return out, err
}

// Transactions gives a page of a member's gifts, whatever became of them, the newest first. Errors: bad_cursor.
func (s *Service) Transactions(ctx context.Context, v Viewer, in PageInput) (List[Donation], error) {
	return own(ctx, s, "transactions", `SELECT `+donationColumns+`, (extract(epoch FROM w.started_at) * 1000000)::bigint,
		(SELECT count(*) FROM {wallet_history} a WHERE a.member = $1)
		FROM `+donationSource+` WHERE w.member = $1
			AND (NOT $2::boolean OR w.started_at < $3 OR w.started_at = $3 AND w.donation > $4::uuid)
		ORDER BY w.started_at DESC, w.donation LIMIT $5`, v, in,
		(*Donation).targets, func(d *Donation) ident.ID { d.settle(); return d.ID })
}

// MyCampaigns gives a page of a member's campaigns, the newest first. Errors: bad_cursor.
func (s *Service) MyCampaigns(ctx context.Context, v Viewer, in PageInput) (List[Card], error) {
	return own(ctx, s, "campaigns of a member", `SELECT `+cardColumns+`, (extract(epoch FROM c.launched_at) * 1000000)::bigint,
		(SELECT count(*) FROM {campaigns} a WHERE a.owner = $2)
		FROM `+cardSource+` WHERE c.owner = $2
			AND (NOT $3::boolean OR c.launched_at < $4 OR c.launched_at = $4 AND c.id > $5::uuid)
		ORDER BY c.launched_at DESC, c.id LIMIT $6`, v, in,
		(*Card).targets, func(c *Card) ident.ID { c.settle(); return c.ID }, s.c.Clock())
}

func (s *Service) donation(ctx context.Context, in *IDInput) (*Answer[Donation], error) {
	return answer(ctx, s, "donation", in.ReadAfter, DonationTables, forOne, func(ctx context.Context) (Donation, error) {
		return s.DonationByID(ctx, ViewerOf(ctx), in.ID)
	})
}

// signedIn makes an answer for the member who asks, and refuses visitors with sign_in_required.
func signedIn[T any](
	ctx context.Context, s *Service, name string, in ReadAfter, tables []string, build func(context.Context, Viewer) (T, error),
) (*Answer[T], error) {
	if _, err := auth.Require(ctx); err != nil {
		return nil, err
	}
	return answer(ctx, s, name, in, tables, forOne, func(ctx context.Context) (T, error) { return build(ctx, ViewerOf(ctx)) })
}

func (s *Service) me(ctx context.Context, in *ReadAfter) (*Answer[Me], error) {
	return signedIn(ctx, s, "me", *in, []string{readmodel.Members}, s.Me)
}

func (s *Service) transactions(ctx context.Context, in *PageInput) (*Answer[List[Donation]], error) {
	return signedIn(ctx, s, "my-transactions", in.ReadAfter, DonationTables, func(ctx context.Context, v Viewer) (List[Donation], error) {
		return s.Transactions(ctx, v, *in)
	})
}

func (s *Service) myCampaigns(ctx context.Context, in *PageInput) (*Answer[List[Card]], error) {
	return signedIn(ctx, s, "my-campaigns", in.ReadAfter, CardTables, func(ctx context.Context, v Viewer) (List[Card], error) {
		return s.MyCampaigns(ctx, v, *in)
	})
}
