package operator_test

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/callup/callup/internal/operator"
)

const whole = `{
  "phone": "+33 4 00 00 00 00", "address": "12 rue des Tables, Lyon",
  "office_hours": [{"first": "tue", "last": "tue", "from": "14:00", "to": "17:30"}],
  "links": {"blog": "https://example.org/blog"},
  "team": [{"name": "Ana", "role": "Director"}], "volunteers": [{"name": "Bo"}], "current_team": [{"name": "Cy"}],
  "supporters": ["Ville de Lyon"]
}`

func TestFromFile_ReadsEveryPart(t *testing.T) {
	file := filepath.Join(t.TempDir(), "about.json")
	if err := os.WriteFile(file, []byte(whole), 0o600); err != nil {
		t.Fatal(err)
	}
	got, err := operator.FromFile(file)
	want := operator.About{
		Phone: "+33 4 00 00 00 00", Address: "12 rue des Tables, Lyon",
		Hours: []operator.OfficeHours{{First: "tue", Last: "tue", From: "14:00", To: "17:30"}},
		Links: operator.Elsewhere{Blog: "https://example.org/blog"},
		Team:  []operator.TeamMember{{Name: "Ana", Role: "Director"}}, Volunteers: []operator.TeamMember{{Name: "Bo"}},
		Current: []operator.TeamMember{{Name: "Cy"}}, Supporters: []string{"Ville de Lyon"},
	}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, %v\nwant %+v", got, err, want)
	}
}

func TestParse_OfficeHours(t *testing.T) {
	if got, err := operator.Parse([]byte(`{"phone": "1"}`)); err != nil || !reflect.DeepEqual(got.Hours, operator.Default().Hours) {
		t.Errorf("left out: %+v, %v", got.Hours, err)
	}
	if got, err := operator.Parse([]byte(`{"office_hours": []}`)); err != nil || len(got.Hours) != 0 {
		t.Errorf("none: %+v, %v", got.Hours, err)
	}
}

func TestParse_NamesEachMistake(t *testing.T) {
	for body, want := range map[string]string{
		`{"fax": "1"}`: `unknown field "fax"`,
		`{} {}`:        "goes on after",
		`[]`:           "is not what the operators' guide shows",
		`{"phone": "` + strings.Repeat("1", 201) + `"}`:                                         "more than 200 characters in phone",
		`{"links": {"press": "javascript:alert(1)"}}`:                                           `links.press`,
		`{"links": {"careers": "example.org"}}`:                                                 `links.careers`,
		`{"team": [{"role": "Director"}]}`:                                                      "nothing in team[0].name",
		`{"supporters": ["A", ""]}`:                                                             "nothing in supporters[1]",
		`{"supporters": [` + strings.Repeat(`"A",`, 500) + `"A"]}`:                              "more than 500 names in supporters",
		`{"supporters": ["A", "B", "A"]}`:                                                       `"A" twice in supporters`,
		`{"volunteers": [` + strings.Repeat(`{"name":"A"},`, 500) + `{"name":"A"}]}`:            "more than 500 names in volunteers",
		`{"office_hours": [{"first": "sat", "last": "mon", "from": "09:00", "to": "10:00"}]}`:   "must be days of one week",
		`{"office_hours": [{"first": "mon", "last": "lundi", "from": "09:00", "to": "10:00"}]}`: "must be days of one week",
		`{"office_hours": [{"first": "mon", "last": "mon", "from": "9:00", "to": "10:00"}]}`:    "two times like 09:00",
		`{"office_hours": [{"first": "mon", "last": "mon", "from": "10:00", "to": "10:00"}]}`:   "two times like 09:00",
		`{"phone": "` + strings.Repeat("1", 201) + `", "links": {"blog": "x"}}`:                 "links.blog",
		strings.Repeat(" ", 1<<20+1):                                                            "larger than",
	} {
		if _, err := operator.Parse([]byte(body)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.80s: %v, want %q", body, err, want)
		}
	}
}
