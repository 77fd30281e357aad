package members

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"

	"github.com/callup/callup/cmd/callup/cli"
	"github.com/callup/callup/internal/app/apptest"
)

const signIn = `{"email":"owner@example.org","password":"a password of one's own"}`

// Whoever lost what makes their codes signs in with the password alone once the operator took the factor away.
func TestResetFactor_LetsAMemberInAgain(t *testing.T) {
	t.Parallel()
	w := apptest.NewWorld(t)
	bearer := []string{"Authorization", "Bearer " + w.Tokens["owner"]}
	var begun struct{ Secret string }
	if a := w.Send(http.MethodPost, "/api/auth/begin-factor", "", bearer...); a.Status !=
		http.StatusOK {
		t.Fatalf("%d %s", a.Status, a.Body)
	} else {
		a.JSON(t, &begun)
	}
	code, err := totp.GenerateCode(begun.Secret, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	var done struct {
		RecoveryCodes []string `json:"recovery_codes"`
	}
	if a := w.Send(http.MethodPost, "/api/auth/turn-factor-on", `{"code":"`+code+`"}`, bearer...); a.Status != http.StatusOK {
		t.Fatalf("%d %s, after %+v", a.Status, a.Body, begun)
	} else {
		a.JSON(t, &done)
	}
	a := w.Send(http.MethodPost, "/api/auth/sign-in", signIn)
	w.Problem(t, a, "second_step_needed", "")
	var asked struct{ Args struct{ Challenge string } }
	if err := json.Unmarshal(a.Body, &asked); err != nil {
		t.Fatal(err)
	}
	body := `{"challenge":"` + asked.Args.Challenge + `","code":"` + done.RecoveryCodes[0] + `"}`
	if a := w.Send(http.MethodPost, "/api/auth/second-step", body); a.Status != http.StatusOK {
		t.Fatalf("%d %s", a.Status, a.Body)
	}
	var out strings.Builder
	p := &cli.Program{Stdout: &out}
	if err := resetFactor(t.Context(), p, w.Services, "Owner@Example.org"); err != nil ||
		!strings.Contains(out.String(), "password alone") {
		t.Fatalf("%v: %s", err, out.String())
	}
	if a := w.Send(http.MethodPost, "/api/auth/sign-in", signIn); a.Status != http.StatusOK {
		t.Errorf("%d %s", a.Status, a.Body)
	}
	for name, want := range map[string]string{"owner@example.org": "no second factor", "nobody@example.org": "no such member"} {
		if err := resetFactor(t.Context(), p, w.Services, name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
