package problem_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"
	"github.com/go-chi/chi/v5"
	"github.com/go-chi/chi/v5/middleware"
	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/problem"
)

type body struct {
	Name     string   `json:"name" minLength:"2" maxLength:"5"`
	Amount   int64    `json:"amount" minimum:"1"`
	Currency string   `json:"currency" enum:"EUR,USD"`
	ID       ident.ID `json:"id"`
	Tags     []string `json:"tags,omitempty"`
	Nested   *struct {
		Age int8 `json:"age"`
	} `json:"nested,omitempty"`
}

type Input struct {
	Limit int `query:"limit" minimum:"1" maximum:"50"`
	Body  body
}

type output struct {
	Body struct {
		ID    ident.ID  `json:"id"`
		Maybe *ident.ID `json:"maybe,omitempty"`
		Items []string  `json:"items"`
	}
}

var (
	errAway = errors.New("store away")
	errOld  = fmt.Errorf("%w for new events", errAway)
)

type fixture struct {
	api    *problem.API
	router chi.Router
	log    *bytes.Buffer
	answer error
}

func newFixture(t *testing.T) *fixture {
	t.Helper()
	f := &fixture{log: &bytes.Buffer{}, router: chi.NewRouter()}
	w := problem.NewWriter(slog.New(slog.NewTextHandler(f.log, &slog.HandlerOptions{Level: slog.LevelDebug})), errAway).
		Coded(errOld, "upgrading", "An upgrade is under way.")
	f.router.Use(middleware.RequestID, w.Recover)
	f.router.NotFound(w.NotFound)
	f.router.MethodNotAllowed(w.MethodNotAllowed)
	f.router.Get("/panic", func(http.ResponseWriter, *http.Request) { panic("boom") })
	f.api = problem.NewAPI(f.router, w, "1")
	problem.Register(f.api, huma.Operation{OperationID: "do", Method: http.MethodPost, Path: "/do/{id}"},
		func(context.Context, *struct {
			ID ident.ID `path:"id"`
			Input
		}) (*output, error) {
			out := &output{}
			out.Body.Items = []string{}
			return out, f.answer
		})
	return f
}

const good = `{"name":"abc","amount":5,"currency":"EUR","id":"6b1f0c52-0a7e-4a1c-9a51-3f0e77129d01"}`

const goodPath = "/do/6b1f0c52-0a7e-4a1c-9a51-3f0e77129d01"

func (f *fixture) post(t *testing.T, path, contentType, body string) (*httptest.ResponseRecorder, problem.Problem) {
	t.Helper()
	r := httptest.NewRequest(http.MethodPost, path, strings.NewReader(body))
	if contentType != "" {
		r.Header.Set("Content-Type", contentType)
	}
	rec := httptest.NewRecorder()
	f.router.ServeHTTP(rec, r)
	var p problem.Problem
	if rec.Code >= 400 {
		if got := rec.Header().Get("Content-Type"); got != problem.ContentType {
			t.Errorf("Content-Type %q, want %q", got, problem.ContentType)
		}
		if got := rec.Header().Get("Cache-Control"); got != "no-store" {
			t.Errorf("Cache-Control %q", got)
		}
		if err := json.Unmarshal(rec.Body.Bytes(), &p); err != nil {
			t.Fatalf("not a problem: %v: %s", err, rec.Body)
		}
		if p.Status != rec.Code || p.Code == "" || p.Type != "about:blank" || p.RequestID == "" || p.Title == "" || p.Detail == "" {
			t.Errorf("incomplete problem: %s", rec.Body)
		}
	}
	return rec, p
}

func TestBadInput(t *testing.T) {
	t.Parallel()
	without := func(field string) string {
		var m map[string]any
		if err := json.Unmarshal([]byte(good), &m); err != nil {
			t.Fatal(err)
		}
		delete(m, field)
		b, err := json.Marshal(m)
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	with := func(field, value string) string {
		return strings.TrimSuffix(without(field), "}") + `,"` + field + `":` + value + "}"
	}
	for name, c := range map[string]struct {
		path, contentType, body string
		status                  int
		code                    string
		field, fieldCode        string
		args                    map[string]any
	}{
		"good":              {body: good, status: 200},
		"charset":           {body: good, contentType: "application/json; charset=utf-8", status: 200},
		"null for optional": {body: with("nested", "null"), status: 200},
		"not json type":     {body: good, contentType: "text/plain", status: 415, code: "not_json"},
		"form":              {body: "a=b", contentType: "application/x-www-form-urlencoded", status: 415, code: "not_json"},
		"no type":           {body: good, contentType: "-", status: 415, code: "not_json"},
		"suffix type":       {body: good, contentType: "application/evil+json", status: 415, code: "not_json"},
		"cut off":           {body: `{"name":`, status: 400, code: "malformed_body"},
		"two documents":     {body: good + good, status: 400, code: "malformed_body"},
		"empty":             {body: "", status: 400, code: "malformed_body"},
		"NUL":               {body: with("name", `"a\u0000b"`), status: 400, code: "malformed_body"},
		"array":             {body: "[]", status: 422, code: "validation_failed", fieldCode: "wrong_type"},
		"missing":           {body: without("name"), status: 422, code: "validation_failed", field: "name", fieldCode: "required"},
		"unknown": {body: with("evil", "1"), status: 422, code: "validation_failed", field: "evil",
			fieldCode: "unknown_field"},
		"too short": {body: with("name", `"a"`), status: 422, code: "validation_failed", field: "name", fieldCode: "too_short",
			args: map[string]any{"min": 2.0}},
		"too long": {body: with("name", `"abcdef"`), status: 422, code: "validation_failed", field: "name",
			fieldCode: "too_long", args: map[string]any{"max": 5.0}},
		"text for number": {body: with("amount", `"5"`), status: 422, code: "validation_failed", field: "amount",
			fieldCode: "not_a_number"},
		"fraction": {body: with("amount", `5.5`), status: 422, code: "validation_failed", field: "amount",
			fieldCode: "not_a_number"},
		"negative": {body: with("amount", `-5`), status: 422, code: "validation_failed", field: "amount",
			fieldCode: "out_of_range", args: map[string]any{"min": 1.0}},
		"huge": {body: with("amount", `1e30`), status: 422, code: "validation_failed", field: "amount"},
		"huge digits": {body: with("amount", `99999999999999999999`), status: 422, code: "validation_failed", field: "amount",
			fieldCode: "out_of_range"},
		"currency": {body: with("currency", `"XTS"`), status: 422, code: "validation_failed", field: "currency",
			fieldCode: "not_one_of"},
		"number for text": {body: with("name", `5`), status: 422, code: "validation_failed", field: "name", fieldCode: "wrong_type"},
		"bad id":          {body: with("id", `"nope"`), status: 422, code: "validation_failed", field: "id", fieldCode: "malformed"},
		"array item": {body: with("tags", `[5]`), status: 422, code: "validation_failed", field: "tags[0]",
			fieldCode: "wrong_type"},
		"nested missing": {body: with("nested", `{}`), status: 422, code: "validation_failed", field: "nested.age",
			fieldCode: "required"},
		"query range": {path: goodPath + "?limit=500", body: good, status: 422, code: "validation_failed", field: "limit",
			fieldCode: "out_of_range", args: map[string]any{"max": 50.0}},
		"query number": {path: goodPath + "?limit=x", body: good, status: 422, code: "validation_failed", field: "limit",
			fieldCode: "not_a_number"},
		"query unknown": {path: goodPath + "?evil=x", body: good, status: 422, code: "validation_failed", field: "evil",
			fieldCode: "unknown_field"},
		"path id":      {path: "/do/nope", body: good, status: 422, code: "validation_failed", field: "id", fieldCode: "malformed"},
		"NUL in query": {path: goodPath + "?limit=%00", body: good, status: 400, code: "malformed_url"},
		"broken UTF-8": {path: "/do/%ff", body: good, status: 400, code: "malformed_url"},
		"too large":    {body: with("name", `"`+strings.Repeat("a", problem.DefaultMaxBody)+`"`), status: 413, code: "too_large"},
		"no route":     {path: "/nowhere", body: good, status: 404, code: "no_route"},
		"wrong method": {path: "/panic", body: good, status: 405, code: "method_not_allowed"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t)
			path, contentType := c.path, c.contentType
			if path == "" {
				path = goodPath
			}
			switch contentType {
			case "":
				contentType = "application/json"
			case "-":
				contentType = ""
			}
			rec, p := f.post(t, path, contentType, c.body)
			if rec.Code != c.status || p.Code != c.code {
				t.Fatalf("%d %q, want %d %q: %s", rec.Code, p.Code, c.status, c.code, rec.Body)
			}
			if c.field == "" && c.fieldCode == "" {
				return
			}
			if len(p.Errors) != 1 || p.Errors[0].Field != c.field || c.fieldCode != "" && p.Errors[0].Code != c.fieldCode {
				t.Fatalf("errors %+v, want %s at %s", p.Errors, c.fieldCode, c.field)
			}
			if c.args != nil && !cmp.Equal(c.args, p.Errors[0].Args) {
				t.Error(cmp.Diff(c.args, p.Errors[0].Args))
			}
		})
	}
}

func TestErrorsOfHandlers(t *testing.T) {
	t.Parallel()
	low := domain.RefuseField("amount", "amount_too_small", "Too small.").With("min", 100)
	for name, c := range map[string]struct {
		err     error
		status  int
		code    string
		errors  []problem.FieldError
		args    map[string]any
		headers map[string]string
		logged  bool
	}{
		"field": {err: fmt.Errorf("giving: %w", low), status: 422, code: "amount_too_small",
			errors: []problem.FieldError{{Field: "amount", Code: "amount_too_small", Detail: "Too small.",
				Args: map[string]any{"min": 100.0}}},
			args: map[string]any{"min": 100.0}},
		"several": {err: domain.Refusals{low, domain.RefuseField("name", "required", "Needed.")}, status: 422,
			code: "validation_failed",
			errors: []problem.FieldError{
				{Field: "amount", Code: "amount_too_small", Detail: "Too small.", Args: map[string]any{"min": 100.0}},
				{Field: "name", Code: "required", Detail: "Needed."}}},
		"unauthorized": {err: domain.Refuse(domain.Unauthorized, "sign_in_required", "Sign in."), status: 401,
			code: "sign_in_required"},
		"forbidden": {err: domain.Refuse(domain.Forbidden, "not_yours", "Not yours."), status: 403, code: "not_yours"},
		"not found": {err: domain.Refuse(domain.NotFound, "campaign_not_found", "None."), status: 404, code: "campaign_not_found"},
		"gone":      {err: domain.Refuse(domain.Gone, "campaign_suspended", "Gone."), status: 410, code: "campaign_suspended"},
		"closed":    {err: domain.Refuse(domain.Closed, "campaign_closed", "Closed."), status: 409, code: "campaign_closed"},
		"stale":     {err: domain.Refuse(domain.Stale, "stale", "Stale."), status: 409, code: "stale"},
		"too many": {err: domain.Refuse(domain.TooMany, "too_many_requests", "Slow down.").With(problem.ArgRetryAfter, 7),
			status: 429, code: "too_many_requests", args: map[string]any{"retry_after": 7.0},
			headers: map[string]string{"Retry-After": "7"}},
		"with headers": {err: huma.ErrorWithHeaders(domain.Refuse(domain.Unauthorized, "session_ended", "Ended."),
			http.Header{"Set-Cookie": {"a=b"}}),
			status: 401, code: "session_ended", headers: map[string]string{"Set-Cookie": "a=b"}},
		"conflict": {err: domain.Refuse(domain.Conflict, "slug_taken", "Taken."), status: 409, code: "slug_taken"},
		"away": {err: domain.Refuse(domain.Unavailable, "payments_unavailable", "Away."), status: 503, code: "payments_unavailable",
			headers: map[string]string{"Retry-After": "3"}},
		"fault": {err: errors.New("secret detail"), status: 500, code: "internal", logged: true},
		"store away": {err: fmt.Errorf("appending: %w", errAway), status: 503, code: "unavailable",
			headers: map[string]string{"Retry-After": "3"}, logged: true},
		"an upgrade (Issue33)": {err: fmt.Errorf("appending: %w", errOld), status: 503, code: "upgrading",
			headers: map[string]string{"Retry-After": "3"}, logged: true},
		"disk full":    {err: fmt.Errorf("claim: %w", &pgconn.PgError{Code: "53100"}), status: 503, code: "unavailable", logged: true},
		"no memory":    {err: &pgconn.PgError{Code: "53200"}, status: 503, code: "unavailable", logged: true},
		"connections":  {err: &pgconn.PgError{Code: "53300"}, status: 503, code: "unavailable", logged: true},
		"disk broken":  {err: &pgconn.PgError{Code: "58030"}, status: 503, code: "unavailable", logged: true},
		"standby":      {err: &pgconn.PgError{Code: "25006"}, status: 503, code: "unavailable", logged: true},
		"shutting":     {err: &pgconn.PgError{Code: "57P01"}, status: 503, code: "unavailable", logged: true},
		"crashing":     {err: fmt.Errorf("look: %w", io.ErrUnexpectedEOF), status: 503, code: "unavailable", logged: true},
		"constraint":   {err: &pgconn.PgError{Code: "23505"}, status: 500, code: "internal", logged: true},
		"out of time":  {err: fmt.Errorf("reading: %w", context.DeadlineExceeded), status: 503, code: "unavailable", logged: true},
		"inner cancel": {err: context.Canceled, status: 500, code: "internal", logged: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t)
			f.answer = c.err
			rec, p := f.post(t, goodPath, "application/json", good)
			if rec.Code != c.status || p.Code != c.code {
				t.Fatalf("%d %s, want %d %s", rec.Code, p.Code, c.status, c.code)
			}
			if diff := cmp.Diff(c.errors, p.Errors); diff != "" {
				t.Error(diff)
			}
			if diff := cmp.Diff(c.args, p.Args); diff != "" {
				t.Error(diff)
			}
			for k, v := range c.headers {
				if got := rec.Header().Values(k); len(got) != 1 || got[0] != v {
					t.Errorf("%s: %q, want %q", k, got, v)
				}
			}
			lines := strings.Count(f.log.String(), "\n")
			if c.logged && lines != 1 || !c.logged && lines != 0 {
				t.Errorf("logged %d lines: %s", lines, f.log)
			}
			if strings.Contains(rec.Body.String(), "secret") {
				t.Error("the answer tells what only the log may")
			}
		})
	}
}

func TestClientThatWentAway(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.answer = context.Canceled
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	r := httptest.NewRequestWithContext(ctx, http.MethodPost, goodPath, strings.NewReader(good))
	r.Header.Set("Content-Type", "application/json")
	rec := httptest.NewRecorder()
	f.router.ServeHTTP(rec, r)
	if rec.Code != 499 || strings.Contains(f.log.String(), "level=ERROR") {
		t.Fatalf("%d: %s", rec.Code, f.log)
	}
}

func TestPanicBecomesAProblem(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	rec := httptest.NewRecorder()
	f.router.ServeHTTP(rec, httptest.NewRequest(http.MethodGet, "/panic", nil))
	if rec.Code != 500 || !strings.Contains(rec.Body.String(), `"internal"`) || strings.Contains(rec.Body.String(), "boom") {
		t.Fatalf("%d %s", rec.Code, rec.Body)
	}
	if strings.Count(f.log.String(), "a handler panicked") != 1 {
		t.Errorf("log: %s", f.log)
	}
}

func TestDocument(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	raw, err := json.Marshal(f.api.OpenAPI())
	if err != nil {
		t.Fatal(err)
	}
	var doc struct {
		OpenAPI    string `json:"openapi"`
		Info       struct{ Title string }
		Components struct {
			Schemas map[string]struct {
				Properties map[string]json.RawMessage `json:"properties"`
				Required   []string                   `json:"required"`
			}
		}
	}
	if err := json.Unmarshal(raw, &doc); err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(doc.OpenAPI, "3.1") || doc.Info.Title != "Callup" {
		t.Errorf("%s %s", doc.OpenAPI, doc.Info.Title)
	}
	out := doc.Components.Schemas["OutputBody"]
	want := map[string]string{
		"id":    `{"format":"uuid","type":"string"}`,
		"maybe": `{"format":"uuid","type":"string"}`,
		"items": `{"items":{"type":"string"},"type":"array"}`,
	}
	for name, schema := range want {
		if got := string(out.Properties[name]); got != schema {
			t.Errorf("%s: %s, want %s", name, got, schema)
		}
	}
	if diff := cmp.Diff([]string{"id", "items"}, out.Required); diff != "" {
		t.Error(diff)
	}
	if _, there := doc.Components.Schemas["ErrorModel"]; there {
		t.Error("huma's error model is in the document")
	}
	if _, there := doc.Components.Schemas["Problem"]; !there {
		t.Error("Problem is not in the document")
	}
	if bytes.Contains(raw, []byte("$schema")) {
		t.Error("$schema is in the document")
	}
}

func TestHumaRegisterIsRefused(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	defer func() {
		if recover() == nil {
			t.Error("huma.Register went unnoticed")
		}
	}()
	huma.Register(f.api, huma.Operation{OperationID: "x", Method: http.MethodGet, Path: "/x"},
		func(context.Context, *struct{}) (*struct{}, error) { return &struct{}{}, nil })
}

func FuzzBody(f *testing.F) {
	for _, seed := range []string{good, "", "{", "[]", `{"name":1}`, `{"amount":1e999}`, `"\u0000"`, "\xff"} {
		f.Add(seed, "limit=1")
	}
	f.Add(good, "limit=%zz")
	f.Add(good, "limit=\x00")
	f.Fuzz(func(t *testing.T, body, query string) {
		fix := newFixture(t)
		r := httptest.NewRequest(http.MethodPost, goodPath, strings.NewReader(body))
		r.URL.RawQuery = query
		r.Header.Set("Content-Type", "application/json")
		rec := httptest.NewRecorder()
		fix.router.ServeHTTP(rec, r)
		if rec.Code >= 500 {
			t.Fatalf("%d for %q: %s", rec.Code, body, fix.log)
		}
	})
}
