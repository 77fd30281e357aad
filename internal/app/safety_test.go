package app_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/go-chi/chi/v5"

	"github.com/callup/callup/internal/app"
	"github.com/callup/callup/internal/app/apptest"
	"github.com/callup/callup/internal/config"
	"github.com/callup/callup/internal/problem"
)

// operation is one of the API's, as its description has it.
type operation struct {
	ID         string `json:"operationId"`
	Security   []any
	Parameters []struct {
		Name, In string
		Required bool
		Schema   shape
	}
	Body *struct {
		Content map[string]struct{ Schema shape }
	} `json:"requestBody"`
}

// shape is what a value may be.
type shape struct {
	Ref, Type, Format, Pattern string
	Enum                       []any
	Properties                 map[string]shape
	Required                   []string
	Items                      *shape
	MinLength                  int
	Minimum                    float64
}

// UnmarshalJSON reads a reference too.
func (s *shape) UnmarshalJSON(raw []byte) error {
	type plain shape
	var with struct {
		plain
		To string `json:"$ref"`
	}
	err := json.Unmarshal(raw, &with)
	*s = shape(with.plain)
	s.Ref = strings.TrimPrefix(with.To, "#/components/schemas/")
	return err
}

// value makes one that passes.
func (s shape) value(known map[string]shape) any {
	if s.Ref != "" {
		return known[s.Ref].value(known)
	}
	if len(s.Enum) > 0 {
		return s.Enum[0]
	}
	switch s.Type {
	case "object":
		all := map[string]any{}
		for _, name := range s.Required {
			all[name] = s.Properties[name].value(known)
		}
		return all
	case "array":
		return []any{s.Items.value(known)}
	case "integer", "number":
		return max(s.Minimum, 1)
	case "boolean":
		return true
	}
	switch {
	case s.Format == "uuid":
		return "0198a6f4-3b5e-7c11-9d2a-111111111111"
	case s.Format == "email":
		return "nobody@example.org"
	case s.Format == "date-time":
		return "2026-11-20T09:30:15Z"
	case s.Pattern == "^/":
		return "/x"
	}
	return strings.Repeat("x", max(s.MinLength, 1))
}

// described gives the operations by "METHOD path", and what their values may be.
func described(t *testing.T) (map[string]operation, map[string]shape) {
	t.Helper()
	api := app.ApiOperations(chi.NewRouter(), problem.NewWriter(slog.New(slog.DiscardHandler)), nil, nil, nil, nil, nil, nil)
	raw, err := api.OpenAPI().MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	var document struct {
		Paths      map[string]map[string]operation
		Components struct{ Schemas map[string]shape }
	}
	if err := json.Unmarshal(raw, &document); err != nil {
		t.Fatal(err)
	}
	all := map[string]operation{}
	for path, methods := range document.Paths {
		for method, op := range methods {
			all[strings.ToUpper(method)+" "+path] = op
		}
	}
	if len(all) < 40 {
		t.Fatalf("only %d operations are described", len(all))
	}
	return all, document.Components.Schemas
}

// asked makes a request that an operation takes, from an address of its own.
func asked(t *testing.T, name string, op operation, known map[string]shape, n int) *http.Request {
	t.Helper()
	method, path, _ := strings.Cut(name, " ")
	var body io.Reader
	if op.Body != nil {
		raw, err := json.Marshal(op.Body.Content["application/json"].Schema.value(known))
		if err != nil {
			t.Fatal(err)
		}
		body = strings.NewReader(string(raw))
	}
	header, query := http.Header{}, []string{}
	for _, p := range op.Parameters {
		value := fmt.Sprint(p.Schema.value(known))
		switch {
		case p.In == "path":
			path = strings.ReplaceAll(path, "{"+p.Name+"}", value)
		case p.In == "header" && p.Required:
			header.Set(p.Name, value)
		case p.In == "query" && p.Required:
			query = append(query, p.Name+"="+value)
		}
	}
	if len(query) > 0 {
		path += "?" + strings.Join(query, "&")
	}
	r := httptest.NewRequestWithContext(t.Context(), method, path, body)
	r.Header = header
	r.Header.Set("Content-Type", "application/json")
	r.RemoteAddr = fmt.Sprintf("192.0.%d.%d:1", n/250, n%250)
	return r
}

// Every operation answers whom its declaration lets in and nobody else, whatever stands where a token should be; what changes
// something is taken from no other site; and every answer, refusals too, keeps browsers from guessing, framing and storing.
func TestOperations_RefuseWhomTheirDeclarationLeavesOut(t *testing.T) {
	t.Parallel()
	base := apptest.BaseWith(t, app.Options{Times: apptest.Times()}, "CALLUP_RATE_LIMIT_FACTOR=100")
	_, site := siteOn(t, base, config.Development)
	all, known := described(t)
	n := 0
	for _, name := range slices.Sorted(maps.Keys(all)) {
		op := all[name]
		ask := func(as string, change func(*http.Request)) (status int, code string) {
			t.Helper()
			n++
			r := asked(t, name, op, known, n)
			change(r)
			rec := httptest.NewRecorder()
			site.ServeHTTP(rec, r)
			for header, want := range map[string]string{
				"X-Content-Type-Options": "nosniff", "X-Frame-Options": "DENY", "Referrer-Policy": "strict-origin-when-cross-origin",
			} {
				if got := rec.Header().Get(header); got != want {
					t.Errorf("%s as %s: %s is %q", name, as, header, got)
				}
			}
			if csp := rec.Header().Get("Content-Security-Policy"); !strings.Contains(csp, "default-src 'none'") {
				t.Errorf("%s as %s: the policy is %q", name, as, csp)
			}
			if store := rec.Header().Get("Cache-Control"); rec.Code >= 400 && store != "no-store" {
				t.Errorf("%s as %s: a refusal is kept: %q", name, as, store)
			}
			var p problem.Problem
			_ = json.Unmarshal(rec.Body.Bytes(), &p) // an answer that is no problem has no code
			return rec.Code, p.Code
		}
		members := len(op.Security) > 0
		status, code := ask("a visitor", func(*http.Request) {})
		if members != (status == http.StatusUnauthorized && code == "sign_in_required") {
			t.Errorf("%s answers a visitor %d %s", name, status, code)
		}
		if strings.HasPrefix(name, "POST ") {
			status, code = ask("another site", func(r *http.Request) { r.Header.Set("Origin", "https://evil.example") })
			if status != http.StatusForbidden || code != "cross_origin" {
				t.Errorf("%s answers another site %d %s", name, status, code)
			}
		}
		for what, token := range map[string]string{
			"a word":      "nonsense",
			"no sign":     "eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0.",
			"another key": "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIwMTk4YTZmNCJ9.c2lnbmF0dXJl",
		} {
			status, code = ask(what, func(r *http.Request) { r.Header.Set("Authorization", "Bearer "+token) })
			// signing in anew must work whatever a browser holds
			if status < 400 && members || status >= 400 && members && (status != http.StatusUnauthorized || code != "invalid_token") {
				t.Errorf("%s answers %s %d %s", name, what, status, code)
			}
		}
	}
}

// What opens an account stands in no log line and in no table but as its hash, however it came and whatever became of it: a
// password, right or wrong, the tokens of a session and of mails, and what somebody mistook for one.
func TestSecrets_StandNowhere(t *testing.T) {
	t.Parallel()
	l := apptest.NewLeaving(t)
	l.Background(func(ctx context.Context) error { l.Accounts.Run(ctx); return nil }) // writes the mails
	const right, wrong, stray = "velocipede-plum-right", "velocipede-quince-wrong", "velocipede-stray-token"
	body := func(path, as string, fields map[string]any) apptest.Answer {
		t.Helper()
		raw, err := json.Marshal(fields)
		if err != nil {
			t.Fatal(err)
		}
		return l.Send(http.MethodPost, path, string(raw), "Authorization", as, "Cookie", "callup_refresh="+stray,
			"User-Agent", "a browser")
	}
	const address = "vera@example.org"
	link := func() string {
		t.Helper()
		mails, err := l.Outbox.Recent(t.Context(), address, 1)
		if err != nil || len(mails) != 1 {
			t.Fatal(len(mails), err)
		}
		return regexp.MustCompile(`token=([\w-]+)`).FindStringSubmatch(mails[0].Text)[1]
	}
	who := map[string]any{"full_name": "Vera", "email": address, "password": right, "terms_accepted": true, "lang": "en"}
	body("/api/auth/sign-up", "Bearer "+stray, who)
	who["email"] = wrong // as who filled in the wrong field
	body("/api/auth/sign-up", "", who)
	confirm := link()
	body("/api/auth/confirm", "", map[string]any{"token": confirm, "password": wrong})
	body("/api/auth/confirm", "", map[string]any{"token": stray, "password": right})
	var in struct {
		Token string `json:"access_token"`
	}
	a := body("/api/auth/confirm", "", map[string]any{"token": confirm, "password": right})
	a.JSON(t, &in)
	bearer := "Bearer " + in.Token
	cookies := (&http.Response{Header: a.Header}).Cookies()
	if in.Token == "" || len(cookies) == 0 {
		t.Fatalf("no session: %d %s", a.Status, a.Body)
	}
	body("/api/auth/sign-in", "", map[string]any{"email": address, "password": wrong})
	body("/api/auth/change-password", bearer, map[string]any{"new_password": right})
	body("/api/auth/prove", bearer, map[string]any{"password": wrong})
	body("/api/my/archive", bearer, map[string]any{"password": wrong})
	body("/api/auth/delete-account", bearer, map[string]any{"password": wrong})
	body("/api/auth/forgot-password", "", map[string]any{"email": address})
	l.Until("that the mail is there", func() bool {
		mails, err := l.Outbox.Recent(t.Context(), address, 2)
		return err == nil && len(mails) == 2
	})
	reset := link()
	body("/api/auth/reset-password", "", map[string]any{"token": reset, "password": "short"})
	body("/api/auth/reset-password", "", map[string]any{"token": reset, "password": right + " reset"})
	l.Send(http.MethodGet, "/api/auth/session?token="+stray, "", "Authorization", bearer)
	l.Send(http.MethodPost, "/api/auth/sign-in", `{"email":"`+address+`","password":"`+wrong, "Content-Type", "application/json")

	opens := []string{"velocipede", in.Token}
	for _, c := range cookies {
		if len(c.Value) > 20 { // the others only say that there are some
			opens = append(opens, c.Value)
		}
	}
	if len(opens) < 3 {
		t.Errorf("no token in the cookies %v", cookies)
	}
	if found, err := apptest.TracesOf(opens...).InDatabase(t.Context(), l.Pool); err != nil || len(found) > 0 {
		t.Errorf("secrets stand in %v (%v)", found, err)
	}
	// a mail holds its link, and nothing else does
	logged := apptest.TracesOf(append(opens, confirm, reset)...)
	for line := range strings.Lines(l.Logs.String()) {
		if form := logged.In(line); form != "" {
			t.Errorf("the log has %q in %s", form, line)
		}
	}
	if l.Logs.String() == "" {
		t.Error("nothing was logged, so that nothing is proved")
	}
}
