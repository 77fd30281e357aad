package documents

import (
	"html/template"
	"os"
	"regexp"
	"strings"
	"testing"
)

func TestAppTexts_AreSaidInEachLanguage(t *testing.T) {
	all, err := loadAppTexts(os.DirFS("../../web/src"))
	if err != nil {
		t.Fatal(err)
	}
	en, fr := all["en"], all["fr"]
	must := func(text any, err error) string {
		t.Helper()
		if err != nil {
			t.Error(err)
		}
		switch v := text.(type) {
		case template.HTML:
			return string(v)
		case string:
			return v
		}
		return ""
	}
	for _, c := range []struct{ got, want string }{
		{must(en.say("common:footer.copyright", "year", 2026)), "© 2026 Callup"},
		{must(en.counted("en", "common:supporters", 1)), "1 supporter"},
		{must(en.counted("en", "common:supporters", 0)), "0 supporters"},
		{must(fr.counted("fr", "common:supporters", 0)), "0 soutien"},
		{must(fr.counted("fr", "common:deadline.days", 12)), "12 jours restants"},
		{must(en.rich("common:card.raisedOf", "goal", template.HTML("<i>€6k</i>"))), "raised of\u00a0<i>€6k</i>"},
		{must(appTexts{"a:b": "1 < 2 <code>x</code>"}.rich("a:b", "code", template.HTML("<code>"))), "1 &lt; 2 <code>x</code>"},
		{must(appTexts{"a:b": "<terms>x</terms>"}.rich("a:b", "terms", template.HTML(`<a href="/terms">`))), `<a href="/terms">x</a>`},
	} {
		if c.got != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
	if _, err := en.say("common:nothing"); err == nil {
		t.Error("a text that does not exist is said")
	}
	for source, ok := range map[string]bool{
		`{{say "common:nav.home"}}`: true, `{{counted "common:supporters" 1}}`: true,
		`{{say "common:nav.hme"}}`: false,
	} {
		if err := en.check("en", source); (err == nil) != ok {
			t.Errorf("%s: %v", source, err)
		}
	}
}

// An icon must not change its shape when the app takes over.
func TestTemplates_IconsAreThoseOfTheWebApp(t *testing.T) {
	app := ""
	for _, name := range []string{"Icon", "MemberIcon"} {
		shapes, err := os.ReadFile("../../web/src/ui/" + name + ".tsx")
		if err != nil {
			t.Fatal(err)
		}
		app += string(shapes)
	}
	parts, err := templateFiles.ReadFile("templates/parts.html")
	if err != nil {
		t.Fatal(err)
	}
	icons := regexp.MustCompile(`if eq \.Name "(\w+)"}}([^\n]+)\n`).FindAllStringSubmatch(string(parts), -1)
	if len(icons) == 0 {
		t.Fatal("no icons found")
	}
	for _, i := range icons {
		if !strings.Contains(app, i[1]+": '"+i[2]+"'") {
			t.Errorf("the icon %q has another shape in the web app", i[1])
		}
	}
}
