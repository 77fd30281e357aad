package app_test

import (
	"bytes"
	"image"
	"image/png"
	"testing"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/member"
	"github.com/callup/callup/internal/app"
	"github.com/callup/callup/internal/app/apptest"
	"github.com/callup/callup/internal/auth"
)

// A provider's picture becomes an upload of the member, re-encoded like any other. What is no picture changes nothing.
func TestShowPicture_Found53_IsAnUploadOfTheMember(t *testing.T) {
	t.Parallel()
	w := apptest.NewWorld(t)
	hash, err := w.Accounts.HashPassword(t.Context(), "a password of one's own")
	if err != nil {
		t.Fatal(err)
	}
	id, err := w.Accounts.CreateConfirmed(t.Context(), auth.NewAccount{
		Email: "grace@example.org", Name: "Grace Hopper", Lang: "en", PasswordHash: hash,
	})
	if err != nil {
		t.Fatal(err)
	}
	shows := func() string {
		t.Helper()
		s, _, err := command.Load(t.Context(), w.Commands.Handler, member.Decider, id)
		if err != nil {
			t.Fatal(err)
		}
		return s.Avatar
	}
	show := func(picture []byte) error {
		return app.ShowPicture(t.Context(), w.Services, "picture:"+ident.Pair("test", string(picture)).String(), id, picture)
	}
	for _, none := range [][]byte{nil, []byte("<html>"), []byte("<svg xmlns='http://www.w3.org/2000/svg'/>")} {
		if err := show(none); err == nil || shows() != "" {
			t.Errorf("%q is shown: %v", none, err)
		}
	}
	var picture bytes.Buffer
	if err := png.Encode(&picture, image.NewGray(image.Rect(0, 0, 64, 64))); err != nil {
		t.Fatal(err)
	}
	if err := show(picture.Bytes()); err != nil || shows() == "" {
		t.Fatalf("shown is %q, %v", shows(), err)
	}
	uploads, err := w.Uploads.Of(t.Context(), id)
	if err != nil || len(uploads) != 1 || uploads[0].Name != shows() {
		t.Errorf("their uploads are %+v, %v", uploads, err)
	}
}
