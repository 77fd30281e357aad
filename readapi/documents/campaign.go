package documents

import (
	"net/http"
	"slices"
	"strings"

	"github.com/callup/callup/internal/numfmt"
	"github.com/callup/callup/readapi/campaigns"
	"github.com/callup/callup/readapi/platform"
	"github.com/callup/callup/readapi/read"
)

// How much of needs and supporters stands beside the story, as in the web app.
const (
	someNeeds      = 3
	someSupporters = 5
)

// The states of a campaign as far as giving money to it is concerned, as in the web app.
const (
	open    = "open"
	paused  = "paused"
	ended   = "ended"
	noMoney = "no_money"
)

func standingOf(c campaigns.CampaignCard) string {
	switch {
	case c.Status == "paused":
		return paused
	case c.Status == "completed":
		return ended
	case asks(c, "money"):
		return open
	}
	return noMoney
}

// tabLink leads to a tab of the page.
type tabLink struct {
	Label string
	Count int64 // 0: none is shown
	URL   string
	Open  bool
}

// supporterLine is a contribution as the page shows it.
type supporterLine struct {
	campaigns.Supporter
	Given  string // what, in a few words
	State  string // of a pledge; may be empty
	Shown  string // the name
	Ago    string
	Avatar avatar
}

// kind is a way to contribute.
type kind struct {
	Strand, Name string
	Chosen       bool
}

// kindsOf are the ways to contribute to a campaign, in the order in which they are shown; none where there is only one.
func (w appTexts) kindsOf(c campaigns.CampaignDetail) (all []kind, err error) {
	asked := map[string]bool{"money": true, "time": c.TimeGoalMinutes > 0, "materials": len(c.Needs) > 0}
	for _, strand := range []string{"money", "time", "materials"} {
		if !asked[strand] || !asks(c.CampaignCard, strand) {
			continue
		}
		name, err := w.say("common:strand." + strand)
		if err != nil {
			return nil, err
		}
		all = append(all, kind{strand, name, len(all) == 0})
	}
	if len(all) < 2 {
		return nil, nil
	}
	return all, nil
}

// needLine is a need with what is said of it and, once there is something, its bar.
type needLine struct {
	campaigns.Need
	Text            string
	Arrived, Beyond string // percent; empty: no bar
	Done            bool
}

// updateLine is an update with the day on which it was posted, in words.
type updateLine struct {
	campaigns.Update
	Day string
}

// campaignData is what the template "campaign" shows: the same words, figures and boxes as the web app's own page.
type campaignData struct {
	campaigns.CampaignDetail
	Standing    string
	Kinds       []kind // the ways to contribute, where there is more than one
	Percent     string
	Bars        []bar
	Beneficiary string // of no name; may be empty
	Since       string
	Organizer   avatar
	Portrait    avatar // the same person, larger
	Joined      string // since when the organizer is here; may be empty
	Tab         string
	Tabs        []tabLink
	Needs       []needLine
	AllNeeds    string // the address of the tab; empty where all of them are shown
	Supporters  []supporterLine
	Posted      []updateLine // what everybody may read of the updates; filled where their tab is open
	Changed     []changeLine // likewise
	AllGifts    string       // likewise
	Total       int64
	Closed      string // why it takes nothing any more; may be empty
	Outcome     string
	Form        giftForm
}

func (s *Documents) newCampaignData(
	lang string, r *http.Request, c campaigns.CampaignDetail, list read.List[campaigns.Supporter], settings platform.Settings,
) (campaignData, error) {
	w := s.words[lang]
	d := campaignData{
		CampaignDetail: c, Standing: standingOf(c.CampaignCard), Total: list.Total, Tab: r.URL.Query().Get("tab"),
		Organizer: avatarOf(c.Organizer.Name, c.Organizer.Picturing(), c.Organizer.Avatar, 40),
		Portrait:  avatarOf(c.Organizer.Name, c.Organizer.Picturing(), c.Organizer.Avatar, 56),
	}
	if asks(c.CampaignCard, "money") && !untouched(c.CampaignCard) {
		d.Percent = reached(lang, c.RaisedAmount, c.GoalAmount)
	}
	var err error
	if d.Kinds, err = w.kindsOf(c); err != nil {
		return d, err
	}
	if d.Bars, err = w.bars(lang, c.CampaignCard); err != nil {
		return d, err
	}
	if err := s.about(lang, &d); err != nil {
		return d, err
	}
	d.tabs(w, r)
	if err := d.needs(w, lang); err != nil {
		return d, err
	}
	for i, one := range list.Items {
		if d.Tab == "" && i == someSupporters {
			break
		}
		line, err := s.supporterLine(lang, one)
		if err != nil {
			return d, err
		}
		d.Supporters = append(d.Supporters, line)
	}
	if d.Tab == "" && (len(list.Items) > someSupporters || list.Next != "") {
		d.AllGifts = searchOf(r.URL.Query(), map[string]string{"tab": "supporters"})
	}
	if d.Standing == ended {
		if err := d.outcome(w, lang); err != nil {
			return d, err
		}
	}
	d.Form = newGiftForm(lang, c, settings, emptyGift(c.Currency), hasSession(r))
	if r.URL.Query().Get("lng") == lang {
		d.Form.Lang = lang
	}
	return d, nil
}

// about says for whom and since when, and of the organizer.
func (s *Documents) about(lang string, d *campaignData) error {
	w := s.words[lang]
	var err error
	known := slices.Contains([]string{"family", "friend", "colleague", "community"}, d.Relationship)
	if known && d.BeneficiaryName == "" { // the template says a name, as words of the campaign's language
		if d.Beneficiary, err = w.say("campaign:for." + d.Relationship); err != nil {
			return err
		}
	}
	if d.Since, err = w.say("campaign:since", "date", longDay(lang, d.LaunchedAt, d.TimeZone)); err != nil {
		return err
	}
	if d.OrganizerSince != nil {
		d.Joined, err = w.say("campaign:organizer.since", "date", longDay(lang, *d.OrganizerSince, d.TimeZone))
	}
	return err
}

// tabs are those the campaign has; an unknown one is the first.
func (d *campaignData) tabs(w appTexts, r *http.Request) {
	keys := []string{""}
	if asks(d.CampaignCard, "materials") && len(d.CampaignDetail.Needs) > 0 {
		keys = append(keys, "needs")
	}
	if d.Updates > 0 {
		keys = append(keys, "updates")
	}
	keys = append(keys, "supporters")
	if !slices.Contains(keys, d.Tab) {
		d.Tab = ""
	}
	counts := map[string]int64{
		"needs": int64(len(d.CampaignDetail.Needs)), "updates": d.Updates, "supporters": d.CampaignDetail.Supporters,
	}
	for _, key := range keys {
		name := key
		if key == "" {
			name = "story"
		}
		d.Tabs = append(d.Tabs, tabLink{
			Label: w["campaign:tabs."+name], Count: counts[key], Open: key == d.Tab,
			URL: searchOf(r.URL.Query(), map[string]string{"tab": key}),
		})
	}
}

func (d *campaignData) needs(w appTexts, lang string) error {
	if !asks(d.CampaignCard, "materials") || d.Tab == "supporters" {
		return nil
	}
	for i, n := range d.CampaignDetail.Needs {
		if d.Tab == "" && i == someNeeds {
			d.AllNeeds = "?tab=needs"
			break
		}
		line := needLine{Need: n, Done: n.Received >= n.Quantity}
		say := func(key string, filling ...any) error {
			text, err := w.say("campaign:"+key, filling...)
			if line.Text != "" {
				line.Text += " · "
			}
			line.Text += text
			return err
		}
		goal := numfmt.Count(lang, n.Quantity)
		var err error
		if n.Received == 0 && n.Pledged == 0 {
			err = say("needs.asked", "goal", goal)
		} else {
			line.Arrived, line.Beyond = share(n.Received, n.Pledged, n.Quantity)
			err = say("needs.received", "done", numfmt.Count(lang, n.Received), "goal", goal)
			if err == nil && n.Pledged > 0 {
				err = say("progress.pledged", "shown", numfmt.Count(lang, n.Pledged))
			}
			if left := n.Quantity - n.Received - n.Pledged; err == nil && left > 0 {
				err = say("needs.left", "shown", numfmt.Count(lang, left))
			}
		}
		if err != nil {
			return err
		}
		d.Needs = append(d.Needs, line)
	}
	return nil
}

// outcome says why an ended campaign ended, and what came of it.
func (d *campaignData) outcome(w appTexts, lang string) error {
	var err error
	if d.ClosedAt != nil && d.EndReason != "" {
		day := longDay(lang, *d.ClosedAt, d.TimeZone)
		if d.EndReason == "end_date" && d.EndDate != "" {
			day = plainDay(lang, d.EndDate)
		}
		if d.Closed, err = w.say("campaign:closed."+d.EndReason, "date", day); err != nil {
			return err
		}
	}
	if !asks(d.CampaignCard, "money") {
		return nil
	}
	people, err := w.counted(lang, "common:supporters", d.CampaignDetail.Supporters)
	if err != nil {
		return err
	}
	key := "campaign:closed.outcomeNoGoal"
	if d.GoalAmount > 0 {
		key = "campaign:closed.outcome"
	}
	d.Outcome, err = w.say(key, "raised", amount(lang, d.RaisedAmount, d.Currency), "goal", amount(lang, d.GoalAmount, d.Currency),
		"people", people)
	return err
}

func (s *Documents) supporterLine(lang string, of campaigns.Supporter) (line supporterLine, err error) {
	w, name := s.words[lang], of.Person.Name
	line = supporterLine{Supporter: of, Shown: name, Ago: ago(lang, of.At, s.c.Clock())}
	if line.Given, err = w.given(lang, of); err != nil {
		return line, err
	}
	if of.Status == "pledged" || of.Status == "accepted" {
		line.State = w["campaign:supporters.pledged"]
	}
	switch {
	case of.Anonymous:
		name, line.Shown = "", w["common:anonymous"]
	case strings.TrimSpace(name) == "":
		line.Shown = w["campaign:supporters.unnamed"]
	}
	id := of.Person.ID
	if id.IsNil() {
		id = of.ID
	}
	if line.Avatar = avatarOf(name, id, of.Person.Avatar, 40); line.Ago == "" {
		line.Ago = w["common:time.justNow"]
	}
	return line, nil
}

// given says what a contribution is, in a few words.
func (w appTexts) given(lang string, of campaigns.Supporter) (string, error) {
	switch of.Kind {
	case "time":
		return w.say("campaign:supporters.hours", "shown", quarters(lang, of.Minutes))
	case "materials":
		item := of.Item
		if item == "" {
			item = w["campaign:supporters.thing"]
		}
		return w.say("campaign:supporters.items", "shown", numfmt.Count(lang, of.Quantity), "item", item)
	}
	return amount(lang, of.Amount, of.Currency), nil
}
