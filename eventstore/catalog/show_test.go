package catalog_test

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/callup/callup/domain/donation"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/materialpledge"
	"github.com/callup/callup/domain/shift"
	"github.com/callup/callup/domain/timepledge"
	"github.com/callup/callup/eventstore/catalog"
)

func pseudonym(role string, id, within ident.ID) string {
	return role + " *" + id.String()[:4] + within.String()[:4]
}

// show gives every sample as JSON text, by type.
func show(t *testing.T, keys catalog.Keys, plain bool) map[string]string {
	t.Helper()
	c, out := catalog.New(), map[string]string{}
	for _, s := range samples() {
		e := encode(t, c, s)
		data, err := c.Show(t.Context(), keys, recorded(e), catalog.Shown{Plain: plain, Pseudonym: pseudonym})
		if err != nil {
			t.Fatal(err)
		}
		b, err := json.Marshal(data)
		if err != nil {
			t.Fatal(err)
		}
		out[e.Type] = string(b)
	}
	return out
}

func TestMaskedNobodyIsNamed(t *testing.T) {
	for name, text := range show(t, wax{}, false) {
		for what, hint := range map[string]string{"text": secret, "ciphertext": "sealed|", "a supporter": id(6).String()} {
			if strings.Contains(text, hint) {
				t.Errorf("%s shows %s: %s", name, what, text)
			}
		}
	}
	started := show(t, wax{}, false)["DonationStarted"]
	for _, want := range []string{
		`"name":{"masked":true}`, `"supporter":"supporter *`, `"member":{"masked":true}`, `"minor":5000`,
		`"donation":"` + id(5).String(),
	} {
		if !strings.Contains(started, want) {
			t.Errorf("%s is not in %s", want, started)
		}
	}
	launched := show(t, wax{}, false)["CampaignLaunched"]
	for _, want := range []string{`"unit":""`, `"item":{"masked":true}`, `"beneficiary":"beneficiary *`} {
		if !strings.Contains(launched, want) {
			t.Errorf("%s is not in %s", want, launched)
		}
	}
}

// Supporters are counted again from masked events: a member who pledges by name has one pseudonym in a campaign, the one of
// their gifts; an anonymous pledge has one of its own, and nothing joins it to the others.
func TestMaskedPledgesHavePseudonyms(t *testing.T) {
	c := catalog.New()
	masked := func(event any) map[string]any {
		data, err := c.Show(t.Context(), wax{}, recorded(encode(t, c, event)), catalog.Shown{Pseudonym: pseudonym})
		if err != nil {
			t.Fatal(err)
		}
		if data["member"] != nil && !reflect.DeepEqual(data["member"], catalog.Masked) {
			t.Errorf("%T shows the member: %v", event, data)
		}
		return data
	}
	const campaign, who, member = 1, 6, 7
	gift := donation.Started{Donation: id(5), Campaign: id(campaign), Supporter: id(who), Member: id(member)}
	named := masked(gift)["supporter"]
	for n, anonymous := range []bool{false, true} {
		pledge := id(byte(20 + n))
		want := named
		if anonymous {
			want = pseudonym("supporter", pledge, id(campaign))
		}
		offer := timepledge.Parties{
			Pledge: pledge, Campaign: id(campaign), Supporter: id(who), Member: id(member), Anonymous: anonymous,
		}
		things := materialpledge.Parties{
			Pledge: pledge, Campaign: id(campaign), Supporter: id(who), Member: id(member), Anonymous: anonymous,
		}
		place := shift.Place{Shift: id(9), Campaign: id(campaign), Member: id(member), Supporter: id(who), Pledge: pledge}
		for _, event := range []any{
			timepledge.Pledged{Parties: offer}, timepledge.HoursConfirmed{Parties: offer}, timepledge.Withdrawn{Parties: offer},
			materialpledge.Pledged{Parties: things}, materialpledge.Received{Parties: things},
			shift.Joined{Place: place, Anonymous: anonymous},
		} {
			data := masked(event)
			if data["supporter"] != want {
				t.Errorf("%T, anonymous %t, is of %v and not of %v", event, anonymous, data["supporter"], want)
			}
			if _, said := data["anonymous"]; said != anonymous {
				t.Errorf("%T, anonymous %t, says %v", event, anonymous, data)
			}
		}
		if left := masked(shift.Left{Place: place}); !reflect.DeepEqual(left["supporter"], catalog.Masked) {
			t.Errorf("an event that does not say whether the pledge is anonymous names %v", left["supporter"])
		}
		hours := masked(timepledge.HoursLogged{Pledge: pledge, Campaign: id(campaign), By: timepledge.Volunteer, Author: id(who)})
		if want := pseudonym("author", pledge, ident.Nil); hours["author"] != want {
			t.Errorf("hours are logged by %v and not by %s", hours["author"], want)
		}
	}
}

func TestPlainEverythingIsShown(t *testing.T) {
	all := show(t, wax{}, true)
	for name, want := range map[string]string{
		"DonationStarted":  `"member":"` + id(7).String() + `"`,
		"CampaignLaunched": `"note":"PLAIN note"`,
		"PersonalDataRead": `"reason":"PLAIN reason"`,
	} {
		if !strings.Contains(all[name], want) {
			t.Errorf("%s is not in %s", want, all[name])
		}
	}
	for name, text := range all {
		if strings.Contains(text, "sealed|") || strings.Contains(text, "masked") {
			t.Errorf("%s is not whole: %s", name, text)
		}
	}
}

func TestErasedIsErasedAndMissingIsAnError(t *testing.T) {
	c := catalog.New()
	for _, plain := range []bool{true, false} {
		if text := show(t, wax{erased: map[ident.ID]bool{id(6): true}}, plain)["DonationStarted"]; strings.Count(text,
			`{"erased":true}`) != 3 {
			t.Errorf("erased, plain %t: %s", plain, text)
		}
		for _, s := range samples() {
			e := encode(t, c, s)
			_, err := c.Show(t.Context(), wax{unknown: map[ident.ID]bool{id(6): true}}, recorded(e),
				catalog.Shown{Plain: plain, Pseudonym: pseudonym})
			if e.Type == "DonationStarted" && !errors.Is(err, errNoKey) {
				t.Errorf("without a key, plain %t: %v", plain, err)
			}
		}
	}
}

func TestShowRefusesWhatItDoesNotKnow(t *testing.T) {
	e := encode(t, catalog.New(), samples()[0])
	e.Version++
	if _, err := catalog.New().Show(t.Context(), wax{}, recorded(e), catalog.Shown{Plain: true}); !errors.Is(err,
		catalog.ErrUnknown) {
		t.Error(err)
	}
}
