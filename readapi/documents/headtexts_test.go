package documents

import (
	"encoding/json"
	"os"
	"reflect"
	"strings"
	"testing"
)

func TestHeadTexts_AreCompleteAndTakeTheSameArguments(t *testing.T) {
	all, err := loadHeadTexts()
	if err != nil {
		t.Fatal(err)
	}
	for lang, words := range all {
		v, english := reflect.ValueOf(words), reflect.ValueOf(all["en"])
		for i := range v.NumField() {
			for _, part := range strs(v.Field(i)) {
				if strings.TrimSpace(part) == "" {
					t.Errorf("%s lacks %s", lang, v.Type().Field(i).Name)
				}
			}
			got, want := strings.Join(strs(v.Field(i)), ""), strings.Join(strs(english.Field(i)), "")
			if strings.Count(got, "%") != strings.Count(want, "%") || strings.Count(got, "%s") != strings.Count(want, "%s") {
				t.Errorf("%s takes other figures in %s: %q", v.Type().Field(i).Name, lang, got)
			}
		}
	}
}

func strs(v reflect.Value) []string {
	if v.Kind() == reflect.String {
		return []string{v.String()}
	}
	var out []string
	for _, f := range v.Fields() {
		out = append(out, f.String())
	}
	return out
}

// What the app says again once it has started must not change under the reader's eyes.
func TestHeadTexts_AreThoseOfTheWebApp(t *testing.T) {
	all, err := loadHeadTexts()
	if err != nil {
		t.Fatal(err)
	}
	for lang, words := range all {
		var common struct{ NotFound struct{ Title, Text string } }
		var landing struct {
			Title string
			Hero  struct{ Text string }
		}
		readTexts(t, "i18n/common."+lang, &common)
		var explore struct{ Title string }
		var legal struct{ Terms, Privacy struct{ Title string } }
		var auth struct {
			TitleIn, TitleUp string
			Confirm          struct{ Title string }
		}
		var wizard, thanks struct{ Title string }
		var campaign struct{ Missing struct{ Title string } }
		readTexts(t, "features/landing/texts."+lang, &landing)
		readTexts(t, "features/campaigns/explore/texts."+lang, &explore)
		readTexts(t, "features/legal/texts."+lang, &legal)
		readTexts(t, "features/auth/texts."+lang, &auth)
		readTexts(t, "features/campaigns/wizard/texts."+lang, &wizard)
		readTexts(t, "features/thanks/texts."+lang, &thanks)
		readTexts(t, "features/campaigns/campaign/texts."+lang, &campaign)
		for _, pair := range [][2]string{
			{words.NotFound.Title, common.NotFound.Title}, {words.NotFound.Description, common.NotFound.Text},
			{words.Landing.Title, landing.Title}, {words.Landing.Description, landing.Hero.Text}, {words.Explore.Title, explore.Title},
			{words.Terms.Title, legal.Terms.Title}, {words.Privacy.Title, legal.Privacy.Title},
			{words.Auth.Title, auth.TitleIn}, {words.SignUp.Title, auth.TitleUp}, {words.Confirm.Title, auth.Confirm.Title},
			{words.Create.Title, wizard.Title}, {words.Thanks.Title, thanks.Title}, {words.NoCampaign.Title, campaign.Missing.Title},
		} {
			if pair[0] != pair[1] {
				t.Errorf("%s: the server says %q, the web app %q", lang, pair[0], pair[1])
			}
		}
	}
}

func readTexts(t *testing.T, name string, into any) {
	t.Helper()
	raw, err := os.ReadFile("../../web/src/" + name + ".json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(raw, into); err != nil {
		t.Fatal(err)
	}
}
