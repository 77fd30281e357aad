package app_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/go-chi/chi/v5"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/commands/notifications"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/notice"
	"github.com/callup/callup/domain/notification"
	"github.com/callup/callup/internal/app"
	"github.com/callup/callup/internal/app/apptest"
	"github.com/callup/callup/internal/mail"
)

// The link of a mail switches its kind off for its reader, and nothing for who is a member no more.
func TestStopping_SwitchesTheReadersMailsOff(t *testing.T) {
	t.Parallel()
	w := apptest.NewWorld(t)
	member := ident.Pair("test member", "owner")
	r := chi.NewRouter()
	w.Stopping.Mount(r)
	press := func(of ident.ID, kind string) int {
		t.Helper()
		link := strings.TrimPrefix(w.Stopping.Link(of, kind, "en"), w.Public)
		rw := httptest.NewRecorder()
		r.ServeHTTP(rw, httptest.NewRequestWithContext(t.Context(), http.MethodPost, link, http.NoBody))
		return rw.Code
	}
	wants := func(k notice.Kind, c notice.Channel) bool {
		t.Helper()
		yes, err := notifications.Wants(t.Context(), w.Commands, member, k, c)
		if err != nil {
			t.Fatal(err)
		}
		return yes
	}
	for range 2 {
		if got := press(member, "gift_received"); got != http.StatusOK {
			t.Errorf("pressed: %d", got)
		}
	}
	if wants(notice.GiftReceived, notice.ByMail) || !wants(notice.GiftReceived, notice.InApp) ||
		!wants(notice.GiftCompleted, notice.ByMail) {
		t.Error("something else was switched off")
	}
	events := apptest.RowsIn(t, w.Base, "events")
	if got := press(ident.Pair("test member", "nobody"), "gift_received"); got != http.StatusOK {
		t.Errorf("for nobody: %d", got)
	}
	if now := apptest.RowsIn(t, w.Base, "events"); now != events {
		t.Errorf("there were %d events, and are %d", events, now)
	}

	// the daily mail's link ends all that waits for it
	daily := notifications.ChooseNotificationsBody{
		Kind: notice.ThreadNews, Channel: notice.ByMail, On: true, Daily: true, TimeZone: "Europe/Paris",
	}
	env := app.OperatorAsks("choose")
	env.Member = member
	if _, err := notifications.ChooseNotifications.Run(t.Context(), w.Commands, env, daily); err != nil {
		t.Fatal(err)
	}
	mailing := func() notice.Mailing {
		t.Helper()
		s, _, err := command.Load(t.Context(), w.Commands.Handler, notification.Decider, member)
		if err != nil {
			t.Fatal(err)
		}
		return s.Mailed(notice.ThreadNews)
	}
	if mailing() != notice.Daily || press(member, mail.DailyKind) != http.StatusOK || mailing() != notice.Never {
		t.Errorf("after the link is pressed: %s", mailing())
	}
}
