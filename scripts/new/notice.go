package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// noticeNames are what the templates of a kind of notice say.
type noticeNames struct {
	Kind, Type      string // stored, and in Go
	Aggregate, Name string // the event that makes it
	Mailed          bool
}

func (n noticeNames) Lower() string { return lower(n.Type) }

// On is how the event declares it.
func (n noticeNames) On() string {
	if n.Mailed {
		return "mailed"
	}
	return "on"
}

const noticeFile = `package declared

import (
	"github.com/callup/callup/domain/«.Aggregate»"
	"github.com/callup/callup/domain/notice"
)

// «.Lower» tells the owner of the campaign.
var «.Lower» = define(notice.«.Type», «.On»(func(e «.Aggregate».«.Name») []Notice {
	return one(Notice{At: e.At, To: OwnerOf{e.Campaign}, Campaign: e.Campaign})
}))
`

const noticeForm = `
type «.Lower»Notice struct {
	Notice
	OfCampaign
}
`

const noticeLetter = `
func (m *mails) «.Lower»(_ context.Context, n declared.Notice, _ any) (writeTo, error) {
	return func(ctx context.Context, to ident.ID, reader recipient) (mail.Message, error) {
		title, err := m.titleOf(ctx, n.Campaign)
		return mail.Message{
			Key: mail.NoticeKey("«.Kind»", n.Campaign.String(), to.String(), n.At),
			Content: mail.Notice{
				Text: "«.Kind»", Named: map[string]string{"name": reader.name, "campaign": title}, Link: m.campaign(n.Campaign),
			},
		}, err
	}, nil
}
`

const noticeRow = `
  «.Kind»: {
    icon: 'flag',
    page: campaignPage,
    says: (_, { t }) => t('told.«.Kind»'),
  },`

const noticeTexts = `
  "«.Kind»": {
    "bell": {
      "choices": {
        "kinds": { "«.Kind»": "«.Kind»" }«if .Mailed»,
        "byMail": { "«.Kind»": "«.Kind»" }«end»
      },
      "told": { "«.Kind»": "«.Kind»" }
    }«if .Mailed»,
    "mail": {
      "kinds": {
        "«.Kind»": {
          "subject": "{campaign}",
          "heading": "«.Kind»",
          "paragraphs": ["{name}: {campaign}"],
          "button": "«.Kind»"
        }
      },
      "stop_page": {
        "ask": { "«.Kind»": "«.Kind»" }
      }
    }«end»
  },`

const (
	kindsFile   = "domain/notice/notice.go"
	formsFile   = "readapi/notifications/kinds.go"
	lettersFile = "commands/reactors/letters.go"
	rowsFile    = "web/src/features/my/notifications/kinds.tsx"
	textsFolder = "domain/notice/texts/"
)

var (
	snake       = regexp.MustCompile(`^[a-z]+(_[a-z]+)*$`)
	noticeEvent = regexp.MustCompile(`^([a-z]+)\.([A-Z][A-Za-z]*)$`)
	securityOf  = regexp.MustCompile(`(?m)^\tSecurity +Kind = [^\n]*\n`)
	securityIn  = regexp.MustCompile(`(?m)^\t\{WordsRemoved, nil\},\n`)
	allOfThem   = regexp.MustCompile(`var All = \[\]Definition\{[^}]*`)
	formsOfAll  = regexp.MustCompile(`var forms = map\[notice\.Kind\]func\(r row\) any\{\n`)
	lettersOf   = regexp.MustCompile(`m\.letters = map\[notice\.Kind\]letter\{\n`)
	wordsForm   = regexp.MustCompile(`(?s)type wordsRemovedNotice struct \{.*?\n\}\n`)
	rowsOf      = regexp.MustCompile(`export const kinds: [^\n]*\{`)
)

// newNotice has an event tell the owner of a campaign something of a new kind, in the app, and with mail=yes by mail.
func newNotice(t *tree, args []string, options map[string]string) (next string, err error) {
	event := noticeEvent.FindStringSubmatch(args[1])
	if !snake.MatchString(args[0]) || event == nil {
		return "", fmt.Errorf("a kind is named like gift_received, and an event like donation.Completed: not %q", args)
	}
	n := noticeNames{
		Kind: args[0], Type: camel(strings.ReplaceAll(args[0], "_", "-")), Aggregate: event[1], Name: event[2],
		Mailed: options["mail"] == "yes",
	}
	mailings, says := "nil", "in the app alone"
	if n.Mailed {
		mailings, says = "[]Mailing{AtOnce, Never}", "in the app and by mail"
	}
	if err := t.says("domain/"+n.Aggregate, n.Name); err != nil {
		return "", err
	}
	kinds, err := t.read(kindsFile)
	if err != nil {
		return "", err
	}
	if strings.Contains(kinds, fmt.Sprintf("Kind = %q", n.Kind)) {
		return "", fmt.Errorf("the kind %s is there already", n.Kind)
	}
	texts := []error{}
	for _, lang := range []string{"en", "fr", "es"} {
		text, err := render(textsFolder, noticeTexts, n)
		if err != nil {
			return "", err
		}
		texts = append(texts, t.insert(textsFolder+lang+".json", regexp.MustCompile(`^\{`), text))
	}
	form, err := render(formsFile, noticeForm, n)
	if err != nil {
		return "", err
	}
	row, err := render(rowsFile, noticeRow, n)
	if err != nil {
		return "", err
	}
	failed := slices.Concat(texts, []error{
		t.insert(kindsFile, securityOf, fmt.Sprintf("\t%s Kind = %q // %s\n", n.Type, n.Kind, says)),
		t.insert(kindsFile, securityIn, fmt.Sprintf("\t{%s, %s},\n", n.Type, mailings)),
		t.create("domain/notice/declared/"+n.Kind+".go", noticeFile, n),
		t.insert("domain/notice/declared/declared.go", allOfThem, "\t"+n.Lower()+",\n"),
		t.insert(formsFile, wordsForm, form),
		t.insert(formsFile, formsOfAll, fmt.Sprintf(
			"\tnotice.%s: func(r row) any { return %sNotice{r.Notice, r.OfCampaign} },\n", n.Type, n.Lower())),
		t.insert(rowsFile, rowsOf, row),
	})
	if n.Mailed {
		failed = append(failed, t.append(lettersFile, noticeLetter, n),
			t.insert(lettersFile, lettersOf, fmt.Sprintf("\t\tnotice.%s: m.%s,\n", n.Type, n.Lower())))
	}
	return "next: its audience (the event has to have Campaign and At), its texts, make generate, and a higher version of the " +
		"projection notifications; go test ./domain/notice/... ./projections", all(failed...)
}

// says tells whether a package of the domain has an event.
func (t *tree) says(folder, event string) error {
	_, err := t.find(folder+"/*.go", regexp.MustCompile(`(?m)^type `+event+` struct`))
	return err
}
