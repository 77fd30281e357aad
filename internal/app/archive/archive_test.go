package archive_test

import (
	"archive/zip"
	"bytes"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/callup/callup/internal/app/archive"
)

func TestArchive_SaysWhatItHoldsInTheMembersLanguage(t *testing.T) {
	t.Parallel()
	for lang, want := range map[string][]string{
		"en": {"about ana@example.org", "As of 2026-11-23 09:00", "giving.json (2 entries)\n  Your gifts", "members.json\n  Your profile"},
		"fr": {"conserve sur ana@example.org", "giving.json (2 éléments)\n  Vos dons", "members.json\n  Votre profil"},
		"es": {"sobre ana@example.org", "giving.json (2 elementos)\n  Tus donaciones", "members.json\n  Tu perfil"},
		"":   {"All data that Callup holds"},
	} {
		a := archive.Archive{
			Held:  map[string]any{"giving": []string{"one", "<two>"}, "members": map[string]string{"name": "Ana"}},
			Email: "ana@example.org", Lang: lang, At: time.Date(2026, time.November, 23, 9, 0, 0, 0, time.UTC),
		}
		if a.Name() != "callup-2026-11-23.zip" {
			t.Errorf("it is called %s", a.Name())
		}
		files := written(t, a)
		for _, words := range want {
			if !strings.Contains(files["README.txt"], words) {
				t.Errorf("%q: the summary lacks %q:\n%s", lang, words, files["README.txt"])
			}
		}
		if len(files) != 3 || files["giving.json"] != "[\n  \"one\",\n  \"<two>\"\n]\n" {
			t.Errorf("%q: %v", lang, files)
		}
	}
}

func written(t *testing.T, a archive.Archive) map[string]string {
	t.Helper()
	var out bytes.Buffer
	if err := a.Write(&out); err != nil {
		t.Fatal(err)
	}
	z, err := zip.NewReader(bytes.NewReader(out.Bytes()), int64(out.Len()))
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		b, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		files[f.Name] = string(b)
	}
	return files
}
