package read_test

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"reflect"
	"slices"
	"strconv"
	"testing"

	"github.com/go-chi/chi/v5"
	"github.com/jackc/pgx/v5"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/problem"
	"github.com/callup/callup/readapi/read"
)

func TestSQL_FindsItsTables(t *testing.T) {
	t.Parallel()
	s := read.SQL(`SELECT 1 FROM {b} JOIN {a_c} USING (id) WHERE id IN (SELECT id FROM {b}) AND x = '{}'`)
	if got := s.Tables; !slices.Equal(got, []string{"a_c", "b"}) {
		t.Errorf("it reads %v", got)
	}
}

func TestTables_NamesEachOnce(t *testing.T) {
	t.Parallel()
	query := func(sql ...string) read.Declared {
		q := read.Query[read.ReadAfter, int]{}
		for _, s := range sql {
			q.SQL = append(q.SQL, read.SQL(s))
		}
		return read.Define(q)
	}
	if got := read.Tables(query("{b} {a}", "{c}"), query("{a}"), query()); !slices.Equal(got, []string{"a", "b", "c"}) {
		t.Errorf("they read %v", got)
	}
}

func TestCall_RunsOnlyDeclaredSQL(t *testing.T) {
	t.Parallel()
	stray := read.SQL(`SELECT 1`)
	for name, run := range map[string]func(*read.Call, struct{}) (int, error){
		"a row": func(c *read.Call, _ struct{}) (int, error) { return read.Row(c, stray, pgx.RowTo[int]) },
		"rows": func(c *read.Call, _ struct{}) (int, error) {
			_, err := read.Rows(c, stray, pgx.RowTo[int])
			return 0, err
		},
		"each": func(c *read.Call, _ struct{}) (int, error) { return 0, read.Each[struct{}](c, stray, nil) },
		"a list": func(c *read.Call, _ struct{}) (int, error) {
			_, err := read.Newest(c, nil, read.FirstPage(), stray, func(*int) ident.ID { return ident.Nil })
			return 0, err
		},
	} {
		q := read.Define(read.Query[struct{}, int]{ID: "stray", SQL: []*read.Statement{read.SQL(`SELECT 1`)}, Answer: run})
		if _, err := q.Answer(t.Context(), read.New(read.Config{}), read.Viewer{}, struct{}{}); !errors.Is(err, read.ErrUndeclared) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestDefined_ShowsTheViewerOnlyToWhatDependsOnThem(t *testing.T) {
	t.Parallel()
	somebody := read.Viewer{Member: ident.ID{1}}
	for _, c := range []struct {
		sees read.Sees
		want ident.ID
	}{{read.Alike, ident.Nil}, {read.EachMember, somebody.Member}, {read.Insiders(read.SQL("")), somebody.Member}} {
		q := read.Define(read.Query[struct{}, ident.ID]{
			Sees: c.sees, Answer: func(c *read.Call, _ struct{}) (ident.ID, error) { return c.Viewer.Member, nil },
		})
		if got, err := q.Answer(t.Context(), read.New(read.Config{}), somebody, struct{}{}); err != nil || got != c.want {
			t.Errorf("%s: the answer is made for %s (%v), not %s", c.sees, got, err, c.want)
		}
	}
}

func TestDefined_AsksForATopic(t *testing.T) {
	t.Parallel()
	q := read.Define(read.Query[string, string]{
		Sees: read.Alike, Answer: func(_ *read.Call, in string) (string, error) { return in, nil },
		Live: &read.Live[string]{
			Topic: "post/{id}/{kind}", Ask: func(key []string) (string, error) { return key[1] + " of " + key[0], nil },
		},
	})
	got, err := q.Pushed(t.Context(), read.New(read.Config{}), read.Viewer{}, []string{"7", "heart"})
	if err != nil || got != "heart of 7" {
		t.Errorf("pushed %v, %v", got, err)
	}
}

func TestRegister_WritesWhatIsDeclared(t *testing.T) {
	t.Parallel()
	api := problem.NewAPI(chi.NewRouter(), problem.NewWriter(slog.New(slog.DiscardHandler)), "test")
	type query = read.Query[read.ReadAfter, int]
	live := func(l read.Live[read.ReadAfter]) *read.Live[read.ReadAfter] { return &l }
	answer := func(*read.Call, read.ReadAfter) (int, error) { return 0, nil }
	read.Register(api, nil, []read.Area{{Name: "area", Queries: []read.Declared{
		read.Define(query{ID: "plain", Path: "/plain", May: read.Anybody, Answer: answer}),
		read.Define(query{ID: "whole", Path: "/whole", May: read.Member, Answer: answer,
			Live: live(read.Live[read.ReadAfter]{Topic: "a/{id}"})}),
		read.Define(query{
			ID: "items", Path: "/items", Answer: answer,
			Live: live(read.Live[read.ReadAfter]{Topic: "b", Items: &read.Items{Kind: "item"}}),
		}),
		read.Define(query{ID: "again", Path: "/again", Answer: answer,
			Live: live(read.Live[read.ReadAfter]{Topic: "c", Refetch: true})}),
		read.Define(query{ID: "inside", Answer: answer}),
	}}})
	paths := api.OpenAPI().Paths
	if len(paths) != 4 {
		t.Errorf("%d operations: one without a path has none", len(paths))
	}
	for path, want := range map[string]map[string]any{
		"/plain": nil, "/whole": {"topic": "a/{id}", "kind": "whole"}, "/items": {"topic": "b", "kind": "item", "items": true},
		"/again": {"topic": "c", "kind": "again", "refetch": true},
	} {
		op := paths[path].Get
		got, _ := op.Extensions["x-live"].(map[string]any)
		signedIn := path == "/whole"
		if !reflect.DeepEqual(got, want) || !slices.Equal(op.Tags, []string{"area", "read"}) || (len(op.Security) > 0) != signedIn {
			t.Errorf("%s: x-live %v, tags %v, security %v", path, got, op.Tags, op.Security)
		}
	}
}

// waits are tables that reflect what is asked for after as many waits in vain.
type waits struct {
	vain    int
	reached bool
}

func (w *waits) Reflect(_ context.Context, after string, _ []string) (position string, behind bool) {
	if w.vain--; after != "" && w.vain >= 0 {
		return "3", true
	}
	w.reached = true
	return "7", false
}

// What somebody has just made is not "no such thing" while the tables don't hold it yet.
func TestDefined_RefusesNothingThatMayBeOnItsWay(t *testing.T) {
	t.Parallel()
	none := domain.Refuse(domain.NotFound, "nothing", "There is none.")
	wrong := domain.Refuse(domain.Invalid, "bad_cursor", "It is no cursor.")
	for name, c := range map[string]struct {
		after           string
		vain            int
		refusal         error // of tables that don't reflect it
		always          bool  // and of those that do
		status          int
		code, behind    string
		retry, position string
	}{
		"there at once":         {after: "7", refusal: none, status: 200, position: "7"},
		"there after a wait":    {after: "7", vain: 1, refusal: none, status: 200, position: "7"},
		"late":                  {after: "7", vain: 2, refusal: none, status: 503, code: "behind", retry: "3"},
		"not asked for":         {vain: 2, refusal: none, always: true, status: 404, code: "nothing"},
		"truly none":            {after: "7", refusal: none, always: true, status: 404, code: "nothing"},
		"truly none, in a wait": {after: "7", vain: 1, refusal: none, always: true, status: 404, code: "nothing"},
		"asked wrongly":         {after: "7", vain: 2, refusal: wrong, status: 422, code: "bad_cursor"},
		"old, but there":        {after: "7", vain: 1, status: 200, behind: "true", position: "3"},
	} {
		positions := &waits{vain: c.vain}
		router := chi.NewRouter()
		api := problem.NewAPI(router, problem.NewWriter(slog.New(slog.DiscardHandler)), "test")
		read.Register(api, read.New(read.Config{Positions: positions}), []read.Area{{Queries: []read.Declared{
			read.Define(read.Query[read.ReadAfter, int]{
				ID: "thing", Path: "/thing", May: read.Anybody, Sees: read.Alike,
				Answer: func(*read.Call, read.ReadAfter) (int, error) {
					if c.always || !positions.reached {
						return 0, c.refusal
					}
					return 1, nil
				},
			}),
		}}})
		asked := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/thing", nil)
		if c.after != "" {
			asked.Header.Set("Read-After", c.after)
		}
		answered := httptest.NewRecorder()
		router.ServeHTTP(answered, asked)
		var said struct{ Code string }
		if answered.Code != http.StatusOK {
			if err := json.Unmarshal(answered.Body.Bytes(), &said); err != nil {
				t.Fatalf("%s: %v in %s", name, err, answered.Body)
			}
		}
		h := answered.Header()
		if answered.Code != c.status || said.Code != c.code || h.Get("Callup-Behind") != c.behind ||
			h.Get("Retry-After") != c.retry || h.Get("Callup-Position") != c.position {
			t.Errorf("%s: %d %s, position %q, behind %q, retry after %q", name, answered.Code, said.Code, h.Get("Callup-Position"),
				h.Get("Callup-Behind"), h.Get("Retry-After"))
		}
	}
}

func TestCursor_FitsItsListOnly(t *testing.T) {
	t.Parallel()
	mine, err := read.ListName("things", 1)
	if err != nil {
		t.Fatal(err)
	}
	others, err := read.ListName("things", 2)
	if err != nil || mine == others {
		t.Fatalf("two lists are called %s (%v)", mine, err)
	}
	rows := []int{1, 2, 3}
	at := func(n int) ([3]int64, ident.ID) { return [3]int64{int64(n), 0, 0}, ident.ID{byte(n)} }
	page, next, err := read.Page(rows, 2, mine, at)
	if err != nil || !slices.Equal(page, []int{1, 2}) || next == "" {
		t.Fatalf("page %v, next %q, %v", page, next, err)
	}
	if c, more, err := read.ReadCursor(next, mine); err != nil || !more || c.Keys[0] != 2 || c.ID != (ident.ID{2}) {
		t.Errorf("the cursor says %+v, %v, %v", c, more, err)
	}
	for _, bad := range []string{next, "!", "e30"} {
		list := mine
		if bad == next {
			list = others
		}
		if _, _, err := read.ReadCursor(bad, list); errorCode(err) != "bad_cursor" {
			t.Errorf("%q is taken: %v", bad, err)
		}
	}
	if page, next, err := read.Page(rows, 3, mine, at); err != nil || len(page) != 3 || next != "" {
		t.Errorf("the last page %v leads on to %q (%v)", page, next, err)
	}
	if _, more, err := read.ReadCursor("", mine); err != nil || more {
		t.Errorf("without a cursor: %v, %v", more, err)
	}
}

func errorCode(err error) string {
	if refused, ok := errors.AsType[*domain.Refusal](err); ok {
		return refused.Code
	}
	return ""
}

// What is pushed of a list is what is answered to whoever says nothing.
func TestFirstPage_IsTheDefault(t *testing.T) {
	t.Parallel()
	f, _ := reflect.TypeFor[read.Paging]().FieldByName("Limit")
	if got := f.Tag.Get("default"); got != strconv.Itoa(read.FirstPage().Limit) {
		t.Errorf("the default is %s, the first page has %d", got, read.FirstPage().Limit)
	}
}

// A statement without a word for rows of people does not run, nor does one that needs a viewer where there is none.
func TestStatements_ThatForgetWhoMayReadDoNotRun(t *testing.T) {
	t.Parallel()
	bare, viewed := read.SQL(`SELECT id FROM {posts}`), read.SQL(`SELECT id FROM {posts:readable} p`)
	s := read.New(read.Config{})
	q := read.Define(read.Query[struct{}, int]{
		ID: "bare", SQL: []*read.Statement{bare},
		Answer: func(c *read.Call, _ struct{}) (int, error) { return 0, read.Each[struct{}](c, bare, nil) },
	})
	_, each := q.Answer(t.Context(), s, read.Viewer{}, struct{}{})
	_, looked := read.Look(t.Context(), s, bare, read.Viewer{}, pgx.RowTo[int])
	_, found := s.Find(t.Context(), viewed, nil)
	_, insiders := s.Insiders(t.Context(), viewed, nil)
	_, among := s.Among(t.Context(), viewed, nil)
	for what, err := range map[string]error{"each": each, "looked": looked, "found": found, "insiders": insiders, "among": among} {
		if !errors.Is(err, read.ErrFaulty) {
			t.Errorf("%s: %v", what, err)
		}
	}
}
