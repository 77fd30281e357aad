package documents

import (
	"net/url"
	"regexp"
	"strconv"
	"strings"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/internal/numfmt"
	"github.com/callup/callup/internal/ports"
	"github.com/callup/callup/readapi/campaigns"
	"github.com/callup/callup/readapi/platform"
)

// Gift is a gift of money as a plain form gives it.
type Gift struct {
	CampaignID           ident.ID
	Amount               money.Amount
	CoverFees, Anonymous bool
	Message              string
	Name, Email          string // of a guest
	Lang                 string
}

// The amounts offered, in minor units, and the one chosen beforehand (web/src/features/campaigns/campaign/gift.ts).
var presets = []int64{10_00, 25_00, 50_00, 100_00, 250_00, 500_00}

const preselected = 50_00

// The most characters that a field of the form takes.
const (
	maxMessage = 500
	maxName    = 120
	maxEmail   = 254
)

// filled is a form as somebody filled it in.
type filled struct {
	Preset               int64  // minor units; 0: another amount
	Typed                string // the other amount
	Currency             money.Currency
	CoverFees, Anonymous bool
	Message, Name, Email string
}

func emptyGift(c money.Currency) filled { return filled{Preset: preselected, Currency: c} }

// fieldText gives a field without what text can't hold.
func fieldText(v url.Values, name string) string {
	return strings.TrimSpace(strings.ReplaceAll(strings.ToValidUTF8(v.Get(name), ""), "\x00", ""))
}

// readGift reads a form. What it does not know is as when nothing was chosen; an amount that was typed is meant rather
// than one that was chosen.
func readGift(v url.Values, of money.Currency) filled {
	f := emptyGift(of)
	for _, c := range money.Currencies {
		if v.Get("currency") == string(c) {
			f.Currency = c
		}
	}
	for _, p := range presets {
		if v.Get("preset") == strconv.FormatInt(p, 10) {
			f.Preset = p
		}
	}
	if f.Typed = fieldText(v, "amount"); f.Typed != "" {
		f.Preset = 0
	}
	f.CoverFees, f.Anonymous = v.Get("cover_fees") != "", v.Get("anonymous") != ""
	f.Message, f.Name, f.Email = fieldText(v, "message"), fieldText(v, "donor_name"), fieldText(v, "donor_email")
	return f
}

// typedAmount is an amount without marks between thousands, which could mean two amounts.
var typedAmount = regexp.MustCompile(`^(\d{1,9})(?:[.,](\d{1,2}))?$`)

// amount gives the gift in minor units; false for what is no amount.
func (f filled) amount() (int64, bool) {
	if f.Preset > 0 {
		return f.Preset, true
	}
	spaces := strings.NewReplacer(" ", "", "\u00a0", "", "\u202f", "", "’", "", "'", "", numfmt.Symbol(f.Currency), "")
	m := typedAmount.FindStringSubmatch(spaces.Replace(f.Typed))
	if m == nil {
		return 0, false
	}
	minor, err := strconv.ParseInt(m[1]+(m[2] + "00")[:2], 10, 64)
	return minor, err == nil && minor > 0
}

// gift is the form's, as far as it says.
func (f filled) gift(campaign ident.ID, lang string) (Gift, bool) {
	minor, ok := f.amount()
	return Gift{
		CampaignID: campaign, Amount: money.Of(minor, f.Currency), CoverFees: f.CoverFees, Anonymous: f.Anonymous,
		Message: f.Message, Name: f.Name, Email: f.Email, Lang: lang,
	}, ok
}

// preset is an amount offered.
type preset struct {
	Minor  int64
	Text   string
	Chosen bool
}

// giftForm is what the templates of a form show.
type giftForm struct {
	filled
	Slug       string
	Lang       string // kept in the address; empty where it need not be
	Presets    []preset
	Currencies []money.Currency
	FeeOffer   string // what covering the fee adds
	Total      string // with its cents
	Give       string // what the button says the gift is
	Guest      bool
	Receiver   string
	Revised    string // the day; may be empty
	Settings   platform.Settings
	MaxMessage int
	MaxName    int
	MaxEmail   int

	Key    string            // under which the gift is sent
	Error  string            // what went wrong with the whole
	Advice string            // and what to do
	Faults map[string]string // by field
}

func newGiftForm(lang string, c campaigns.CampaignDetail, settings platform.Settings, f filled, session bool) giftForm {
	out := giftForm{
		filled: f, Slug: c.Slug, Currencies: settings.Currencies, Guest: !session, Receiver: c.Organizer.Name, Settings: settings,
		MaxMessage: maxMessage, MaxName: maxName, MaxEmail: maxEmail,
	}
	for _, p := range presets {
		out.Presets = append(out.Presets, preset{p, amount(lang, p, f.Currency), p == f.Preset})
	}
	if c.RevisedAt != nil {
		out.Revised = longDay(lang, *c.RevisedAt, c.TimeZone)
	}
	minor, ok := f.amount()
	if !ok {
		return out
	}
	exact := func(minor int64) string {
		return numfmt.Priced(lang, numfmt.Exact(lang, minor), numfmt.Symbol(f.Currency))
	}
	total := minor
	for _, fee := range settings.Fees {
		if fee.Currency == f.Currency {
			cover := ports.Fee{BasisPoints: fee.BasisPoints, Fixed: money.Of(fee.Fixed, fee.Currency)}.Cover(money.Of(minor, fee.Currency))
			out.FeeOffer = exact(cover.Minor)
			if f.CoverFees {
				total += cover.Minor
			}
		}
	}
	out.Total, out.Give = exact(total), amount(lang, total, f.Currency)
	return out
}
