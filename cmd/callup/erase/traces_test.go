package erase

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/callup/callup/cmd/callup/cli"
	"github.com/callup/callup/cmd/callup/describe"
	"github.com/callup/callup/internal/app/apptest"
)

func TestTracesAreSeen(t *testing.T) {
	t.Parallel()
	w := apptest.TracesOf("Żółwiosława", "Quibblethorpe")
	for _, text := range []string{
		"dear QUIBBLETHORPE!", "żółwiosława", `"\u017b\u00f3\u0142wios\u0142awa"`, "%C5%BB%C3%B3%C5%82wios%C5%82awa",
		hex.EncodeToString([]byte("x quibblethorpe")),
		base64.StdEncoding.EncodeToString([]byte("Quibblethorpe")), base64.StdEncoding.EncodeToString([]byte("a Quibblethorpe b")),
		base64.RawURLEncoding.EncodeToString([]byte("by żółwiosława and others")),
	} {
		if w.In(text) == "" {
			t.Errorf("not seen in %s", text)
		}
	}
	if found := w.In("Zora Quimby"); found != "" {
		t.Errorf("%s seen in a text without it", found)
	}
	dir := t.TempDir()
	for name, text := range map[string]string{"media/a.webp": "\xff\xd8 by QUIBBLETHORPE \x00", "media/quibblethorpe.webp": "",
		"media/b.webp": "by Quimby"} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if found, err := w.InFiles(dir); err != nil || len(found) != 2 {
		t.Errorf("of two files with traces these were seen: %v, %v", found, err)
	}
}

// writable are the fields of all requests into which people can write what they like, each with its address. A new one that
// nothing is planted in fails the search for what is left of an erased person.
func writable(t *testing.T) []string {
	t.Helper()
	var out strings.Builder
	c := describe.OpenAPI((&cli.Program{Stdout: &out, Stderr: io.Discard}))
	c.SetArgs([]string{})
	if err := c.ExecuteContext(t.Context()); err != nil {
		t.Fatal(err)
	}
	var document struct {
		Paths map[string]struct {
			Post *struct {
				Body struct {
					Content map[string]struct{ Schema schema }
				} `json:"requestBody"`
			}
		}
		Components struct{ Schemas map[string]schema }
	}
	if err := json.Unmarshal([]byte(out.String()), &document); err != nil {
		t.Fatal(err)
	}
	var fields []string
	for path, is := range document.Paths {
		if is.Post == nil {
			continue
		}
		for _, content := range is.Post.Body.Content {
			for _, field := range content.Schema.texts(document.Components.Schemas) {
				fields = append(fields, path+" "+field)
			}
		}
	}
	if len(fields) < 20 {
		t.Fatalf("only %v can be written into", fields)
	}
	return fields
}

// schema is what a request may hold.
type schema struct {
	Ref        string `json:"$ref"`
	Type       any    // a name, or several
	Format     string
	Enum       []string
	Properties map[string]schema
	Items      *schema
}

// texts are the names of the fields that take any text.
func (s schema) texts(all map[string]schema) []string {
	if name, ok := strings.CutPrefix(s.Ref, "#/components/schemas/"); ok {
		s = all[name]
	}
	var out []string
	for name, is := range s.Properties {
		// never kept, or one of a list
		chosen := []string{
			"password", "current_password", "new_password", "token", "code", "challenge", "credential", "provider", "id",
			"category",
			"beneficiary_relationship", "time_zone", "end_date",
		}
		switch {
		case strings.Contains(fmt.Sprint(is.Type), "string") && is.Format == "" && is.Enum == nil && !slices.Contains(chosen, name):
			out = append(out, name)
		case is.Items != nil:
			out = append(out, is.Items.texts(all)...)
		default:
			out = append(out, is.texts(all)...)
		}
	}
	return out
}
