package readapi_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/callup/callup/commands/giving"
	commands "github.com/callup/callup/commands/pledges"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/readapi/pledges"
)

// The figures of a campaign by the days of its own time zone, which come to what its page says.
func TestFigures_ByTheCampaignsOwnDays(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	owner, vera := w.member("Owner", "o@example.org"), w.member("Vera", "v@example.org")
	asks := andTime(content("Well"))
	asks.EndDate, asks.TimeZone = w.now().AddDate(0, 6, 0).Format(time.DateOnly), "Pacific/Kiritimati" // UTC+14
	to := w.launch(owner, asks).CampaignID
	w.give(vera, giving.DonateMoneyBody{CampaignID: to, Amount: 5_00, Currency: money.EUR})
	hours := w.pledge(vera, to, 90)
	w.saw(commands.AcceptTime.Run(t.Context(), w.commands, w.env().For(owner), commands.AcceptTimeBody{PledgeID: hours}))
	w.saw(commands.ConfirmHours.Run(t.Context(), w.commands, w.env().For(owner),
		commands.ConfirmHoursBody{PledgeID: hours, Minutes: 60}))

	path := "/api/campaigns/" + to.String() + "/figures"
	got := answer[pledges.Figures](w, owner, path)
	zone, err := time.LoadLocation("Pacific/Kiritimati")
	if err != nil {
		t.Fatal(err)
	}
	if got.TimeZone != zone.String() || got.Currency != money.EUR || got.Since != w.now().In(zone).Format(time.DateOnly) {
		t.Errorf("of the campaign: %+v", got)
	}
	var sum pledges.FigureDay
	for _, d := range got.Days {
		if d.Day < got.Since || d.Day > w.now().In(zone).Format(time.DateOnly) {
			t.Errorf("a day outside the campaign's: %+v", d)
		}
		sum.Raised, sum.Gifts, sum.Minutes, sum.Items = sum.Raised+d.Raised, sum.Gifts+d.Gifts, sum.Minutes+d.Minutes, sum.Items+d.Items
	}
	if sum != (pledges.FigureDay{Raised: 5_00, Gifts: 1, Minutes: 60}) {
		t.Errorf("all days: %+v", sum)
	}
	w.refused(vera, path, http.StatusNotFound, "campaign_not_found")
}
