package commands_test

import (
	"reflect"
	"testing"
	"time"

	"github.com/callup/callup/commands/erasing"
	"github.com/callup/callup/commands/notifications"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/notice"
	"github.com/callup/callup/domain/notification"
)

// Whoever asks for what is kept of them is given what they chose to be told, how far they read, and what they were told of their
// account.
func TestHoldings_ExportWhatAMemberIsTold(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s := w.service()
	ana := ident.Pair("member", "ana")
	give := func() any {
		t.Helper()
		given, err := notifications.Holdings().Export(t.Context(), s, erasing.Person{Member: ana})
		must(t, err)
		return given
	}
	if given := give(); given != nil {
		t.Errorf("to whom nothing was told is given %+v", given)
	}
	at := time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)
	_, err := notifications.TellOfAccount.Run(t.Context(), s, w.env(),
		notifications.AccountNews{Member: ana, What: notification.PasswordReset, At: at})
	must(t, err)
	_, err = notifications.ReadNotifications.Run(t.Context(), s, w.env().For(ana), notifications.ReadNotificationsBody{UpTo: at})
	must(t, err)
	_, err = notifications.ChooseNotifications.Run(t.Context(), s, w.env().For(ana), notifications.ChooseNotificationsBody{
		Kind: notice.GiftReceived, Channel: notice.ByMail,
	})
	must(t, err)
	want := notifications.Exported{
		ReadUpTo: &at, Off: []notifications.ExportedOff{{Kind: notice.GiftReceived, Channel: notice.ByMail}},
		Account: []notifications.ExportedTouch{{At: at, What: notification.PasswordReset}},
	}
	if given := give(); !reflect.DeepEqual(given, want) {
		t.Errorf("given %+v, want %+v", given, want)
	}
}
