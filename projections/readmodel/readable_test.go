package readmodel_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/callup/callup/projections/readmodel"
)

func TestParseSQL_FillsInWords(t *testing.T) {
	t.Parallel()
	p := readmodel.ParseSQL(`SELECT FROM {posts:readable} p JOIN {pages} g ON g.id = $2 WHERE p.id = $1 AND p.page <> {nobody}`)
	if len(p.Faults) > 0 || !p.Viewer || p.Staff || strings.Contains(p.SQL, ":readable") || strings.Contains(p.SQL, "{nobody}") ||
		!strings.Contains(p.SQL, "$3::uuid") || strings.Contains(p.SQL, "{viewer}") {
		t.Errorf("%+v", p)
	}
	if want := []string{"member_blocks", "pages", "posts"}; !slices.Equal(p.Tables, want) {
		t.Errorf("it reads %v, want %v", p.Tables, want)
	}
	if want := []string{"pages", "posts"}; !slices.Equal(p.Named, want) {
		t.Errorf("it names %v, want %v", p.Named, want)
	}
	if p := readmodel.ParseSQL(`SELECT '{}' FROM {pages} WHERE id = $1`); p.Viewer || len(p.Faults) > 0 ||
		p.SQL != `SELECT '{}' FROM {pages} WHERE id = $1` {
		t.Errorf("without words: %+v", p)
	}
	p = readmodel.ParseSQL(`SELECT {staff}, {viewer}, $1`)
	if p.SQL != `SELECT $3::boolean, $2::uuid, $1` || !p.Staff || !p.Viewer {
		t.Errorf("who reads: %+v", p)
	}
}

func TestParseSQL_RefusesBareTables(t *testing.T) {
	t.Parallel()
	for sql, fault := range map[string]string{
		`SELECT FROM {posts}`:           "{posts} reads rows of people",
		`SELECT FROM {comments:shown}`:  `{comments} has no word "shown"`,
		`SELECT FROM {members:masked}`:  `{members} has no word "masked"`,
		`SELECT FROM {members:lookup}`:  `{members} has no word "lookup"`,
		`SELECT FROM {pages:readable}`:  `{pages} has no word "readable"`,
		`SELECT {blocked} FROM {pages}`: "",
	} {
		p := readmodel.ParseSQL(sql)
		if fault == "" {
			if !strings.Contains(p.SQL, "{blocked}") {
				t.Errorf("%s: who is blocked is said by words alone", sql)
			}
			continue
		}
		if len(p.Faults) != 1 || !strings.HasPrefix(p.Faults[0], fault) {
			t.Errorf("%s: %q, want %q", sql, p.Faults, fault)
		}
	}
	if p := readmodel.ParseSQL(`SELECT FROM {posts:lookup}`); len(p.Faults) > 0 || p.SQL != `SELECT FROM {posts}` || p.Viewer ||
		!slices.Equal(p.Why, []string{"lookup"}) {
		t.Errorf("with a reason: %+v", p)
	}
	if p := readmodel.ParseSQL(`SELECT FROM {members}`); len(p.Faults) > 0 {
		t.Errorf("everybody has a name: %q", p.Faults)
	}
}
