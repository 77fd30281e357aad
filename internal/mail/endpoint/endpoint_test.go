package endpoint_test

import (
	"testing"

	"github.com/callup/callup/internal/mail/endpoint"
)

func TestParse(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]endpoint.Server{
		"smtp://mail.example.org":            {Host: "mail.example.org", Port: 587},
		"smtp://mail.example.org:25?tls=off": {Host: "mail.example.org", Port: 25, Encryption: endpoint.None},
		"smtps://callup:p%40ss@mail.example.org": {
			Host: "mail.example.org", Port: 465, Encryption: endpoint.Implicit, User: "callup", Password: "p@ss",
		},
		"smtp://a%40b.org:x@[::1]:2525": {Host: "::1", Port: 2525, User: "a@b.org", Password: "x"},
	} {
		if got, err := endpoint.Parse(address); err != nil || got != want {
			t.Errorf("%s: %+v, %v", address, got, err)
		}
	}
	for _, address := range []string{
		"mail.example.org", "http://mail.example.org", "smtp://", "smtp://h/path",
		"smtp://h?tls=maybe", "smtps://h?tls=off", "smtp://h:0",
		"smtp://h:99999", "smtp://user@h", "smtp://u:p@h?tls=off", "smtp://h#x", "smtp://:p@h",
	} {
		if got, err := endpoint.Parse(address); err == nil {
			t.Errorf("%s: %+v", address, got)
		}
	}
}
