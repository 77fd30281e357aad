package mail

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/internal/keyring"
)

// DailyKind stands for the daily mail where a link switches mails of a kind off.
const DailyKind = "daily"

// Daily tells a member once a day what waited for it. It names nobody: whoever is erased, or gave without a name, stands in no
// copy.
type Daily struct {
	Name     string // of the reader
	Date     string // ISO 8601 day, where the reader is
	Groups   []DailyGroup
	More     int64  // how much happened beside it that is not said
	Cut      bool   // so much happened that the oldest of it is not counted
	Link     string // all that the member was told, absolute
	Settings string // where they choose what it tells, absolute
}

// DailyGroup is what happened to a campaign, or below a post.
type DailyGroup struct {
	Campaign string // its title; empty where it is shown to nobody
	Thread   bool   // of a post, or a comment below it, that the reader wrote
	Link     string // absolute
	Lines    []DailyLine
}

// DailyLine is how often the same happened, and of how much.
type DailyLine struct {
	Says    string // a line of the catalogue
	Times   int64
	Minutes int64
	Things  int64
	Amount  money.Amount
	Title   string // of an update
}

func (Daily) kind() string { return "daily" }

func (c Daily) values(lang string) (map[string]string, string) {
	cut := ""
	if c.Cut {
		cut = "\u2026"
	}
	return map[string]string{
		"name": c.Name, "date": day(lang, c.Date), "more": number(lang, c.More), "cut": cut, "settings": c.Settings,
	}, c.Link
}

// counted is a text for one, and for all other numbers.
type counted struct {
	One   string `json:"one"`
	Other string `json:"other"`
}

func (c counted) of(lang string, n int64) string {
	if n == 1 || n == 0 && lang == "fr" {
		return c.One
	}
	return c.Other
}

// dailyWords is what the catalogue says in the daily mail.
type dailyWords struct {
	Hidden string             `json:"hidden"` // instead of the title of a campaign that is shown to nobody
	Thread string             `json:"thread"`
	Lines  map[string]counted `json:"lines"`
}

// section is a part of a mail with a title that leads somewhere.
type section struct {
	Title, Link string
	Lines       []string
}

func (c Daily) sections(lang string, words dailyWords) ([]section, error) {
	var all []section
	for _, g := range c.Groups {
		s := section{Title: g.Campaign, Link: g.Link}
		switch {
		case g.Thread:
			s.Title = words.Thread
		case s.Title == "":
			s.Title = words.Hidden
		}
		for _, l := range g.Lines {
			says, ok := words.Lines[l.Says]
			if !ok {
				return nil, fmt.Errorf("the daily mail of %s does not say %q", lang, l.Says)
			}
			written := map[string]string{
				"count": number(lang, l.Times), "hours": hours(lang, l.Minutes), "things": number(lang, l.Things), "title": l.Title,
			}
			if l.Amount.Currency != "" {
				written["amount"] = amount(lang, l.Amount)
			}
			s.Lines = append(s.Lines, fill(says.of(lang, l.Times), written))
		}
		all = append(all, s)
	}
	return all, nil
}

// DailyKey is that of a member's Daily that was due at a moment. No day names it: whoever goes to another time zone may be due
// twice on the same.
func DailyKey(member string, due time.Time) string {
	return "daily:" + member + ":" + due.UTC().Format(time.RFC3339)
}

// DailySent is a daily mail, and up to when it tells what happened.
type DailySent struct {
	Member  ident.ID
	UpTo    time.Time
	Words   []ident.ID // the subjects whose words stand in it
	Message Message    // without a key where there was nothing to tell
}

// DailyUpTo is the moment up to which a member's daily mails told what happened; zero where there was none.
func (o *Outbox) DailyUpTo(ctx context.Context, member ident.ID) (time.Time, error) {
	var upTo time.Time
	err := o.pool.QueryRow(ctx, `SELECT up_to FROM mail_dailies WHERE member = $1`, member).Scan(&upTo)
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return upTo, fmt.Errorf("reading how far daily mails went: %w", err)
	}
	return upTo.UTC(), nil
}

// SendDaily keeps a daily mail and how far it goes, both or neither: what is told is not told again, whenever the program dies.
// Nothing is kept once somebody whose words stand in it has no key any more. Error: ErrErased.
func (o *Outbox) SendDaily(ctx context.Context, d DailySent) error {
	named := keyring.Opened(ctx)
	for _, w := range d.Words {
		named = append(named, w)
	}
	slices.SortFunc(named, func(a, b [16]byte) int { return slices.Compare(a[:], b[:]) })
	named = slices.Compact(named)
	err := pgx.BeginFunc(ctx, o.pool, func(tx pgx.Tx) error {
		var whole int
		if err := tx.QueryRow(ctx, `WITH whole AS (
				SELECT subject FROM subject_keys WHERE subject = ANY($1) AND wrapped IS NOT NULL FOR SHARE)
			SELECT count(*) FROM whole`, named).Scan(&whole); err != nil {
			return err
		}
		if whole < len(named) {
			return ErrErased
		}
		if d.Message.Key != "" {
			if err := o.keep(ctx, tx, d.Message, named); err != nil {
				return err
			}
		}
		_, err := tx.Exec(ctx, `INSERT INTO mail_dailies (member, up_to) VALUES ($1, $2)
			ON CONFLICT (member) DO UPDATE SET up_to = greatest(mail_dailies.up_to, excluded.up_to)`, d.Member, d.UpTo)
		return err
	})
	if err != nil {
		return fmt.Errorf("keeping a daily mail: %w", err)
	}
	return nil
}

// ForgetDailies deletes how far a member's daily mails went, and tells how many rows that were.
func (o *Outbox) ForgetDailies(ctx context.Context, member ident.ID) (int64, error) {
	gone, err := o.pool.Exec(ctx, `DELETE FROM mail_dailies WHERE member = $1`, member)
	if err != nil {
		return 0, fmt.Errorf("forgetting how far daily mails went: %w", err)
	}
	return gone.RowsAffected(), nil
}
