package auth

import (
	_ "embed"
	"net/mail"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/internal/mailaddr"
	"github.com/callup/callup/internal/textfold"
)

// common is the passwords that attackers try first, one a line, in lower case: those of six characters and more from
// the lists of zxcvbn (see passwords/LICENSE).
//
//go:embed passwords/common.txt
var common string

const (
	maxPassword   = 256 // characters
	maxEmailBytes = 254 // RFC 5321 section 4.5.3.1.3, less the angle brackets
	maxLocalBytes = 64
	maxNameRunes  = 120 // as the member's rules have it
)

// policy is what a new password must be.
type policy struct{ min int }

func (p policy) check(field, password, email, name string) *domain.Refusal {
	plain := strings.ToLower(string(normalPassword(password)))
	local, _, _ := strings.Cut(email, "@")
	switch {
	case password == "":
		return domain.RefuseField(field, "required", "This is required.")
	case utf8.RuneCountInString(password) < p.min:
		return domain.RefuseField(field, "password_too_short",
			"Password must be at least "+strconv.Itoa(p.min)+" characters long").With("min", p.min)
	case utf8.RuneCountInString(password) > maxPassword:
		return domain.RefuseField(field, "password_too_long", "This password is too long.").With("max", maxPassword)
	case strings.Contains("\n"+common, "\n"+plain+"\n"), plain == email, plain == local, strings.EqualFold(plain, name):
		return domain.RefuseField(field, "password_common", "This password is too easy to guess.")
	}
	return nil
}

// address is an e-mail address: how it was typed, where mails go, and the form that identifies an account.
type address struct{ typed, normal string }

// parseAddress reads an e-mail address. Compatibility forms (full-width letters and the like) become the plain ones in
// both forms, so that a look-alike never receives another account's mail; the identifying form is in lower case too, its domain
// as mail servers know it.
func parseAddress(s string) (address, *domain.Refusal) {
	typed := norm.NFKC.String(strings.TrimSpace(s))
	if typed == "" {
		return address{}, domain.RefuseField("email", "required", "This is required.")
	}
	malformed := domain.RefuseField("email", "malformed_email", "This is not an email address.")
	if len(typed) > maxEmailBytes || !utf8.ValidString(typed) {
		return address{}, malformed
	}
	parsed, err := mail.ParseAddress(typed)
	if err != nil || parsed.Name != "" || parsed.Address != typed {
		return address{}, malformed
	}
	at := strings.LastIndexByte(typed, '@')
	local, host := typed[:at], typed[at+1:]
	if len(local) > maxLocalBytes || strings.ContainsFunc(typed, unprintable) || strings.ContainsAny(typed, `"\`) {
		return address{}, malformed
	}
	labels := strings.Split(host, ".")
	if len(labels) < 2 {
		return address{}, malformed
	}
	for _, label := range labels {
		if label == "" || len(label) > 63 || strings.HasPrefix(label, "-") || strings.HasSuffix(label, "-") ||
			strings.ContainsFunc(label, func(r rune) bool {
				return r != '-' && !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r)
			}) {
			return address{}, malformed
		}
	}
	normal := mailaddr.ASCII(strings.ToLower(typed))
	if len(normal) > maxEmailBytes {
		return address{}, malformed
	}
	return address{typed: typed, normal: normal}, nil
}

func unprintable(r rune) bool {
	return unicode.IsControl(r) || unicode.IsSpace(r) || !unicode.IsPrint(r)
}

func parseName(field, s string) (string, *domain.Refusal) {
	if strings.ContainsFunc(strings.TrimSpace(s), unicode.IsControl) {
		return "", domain.RefuseField(field, "malformed", "This holds characters a name can't hold.")
	}
	if r := domain.RefuseUnnamed(field, textfold.Line(s)); r != nil {
		return "", r
	}
	name := textfold.Name(s) // as the member's events will hold it: some letters count more than one then
	switch {
	case name == "":
		return "", domain.RefuseField(field, "required", "This is required.")
	case utf8.RuneCountInString(name) > maxNameRunes:
		return "", domain.RefuseField(field, "too_long", "This is too long.").With("max", maxNameRunes)
	}
	return name, nil
}

// language is the language mails to a person are written in.
func language(lang string) string {
	if lang == "fr" || lang == "es" {
		return lang
	}
	return "en"
}
