package documents

import (
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
	words, err := loadAppTexts(os.DirFS("../../web/src"))
	if err != nil {
		t.Fatal(err)
	}
	for lang, texts := range all {
		if got, want := texts.SignUp.Title, words[lang]["auth:titleUp"]; got != want || want == "" {
			t.Errorf("%s: the server says %q, the web app %q", lang, got, want)
		}
	}
}
