package providers

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
)

func TestPublic_RefusesWhatIsNotOfTheInternet(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]bool{
		"93.184.216.34": true, "2606:2800:220:1::1": true, "::ffff:93.184.216.34": true,
		"127.0.0.1": false, "::1": false, "10.1.2.3": false, "172.16.0.1": false, "192.168.1.1": false, "169.254.169.254": false,
		"100.64.0.1": false, "0.0.0.0": false, "0.1.2.3": false, "224.0.0.1": false, "255.255.255.255": false, "240.0.0.1": false,
		"198.18.0.1": false, "192.0.0.1": false, "fe80::1": false, "fc00::1": false, "ff02::1": false, "::": false,
		"::ffff:127.0.0.1": false, "::ffff:10.0.0.1": false, "64:ff9b::a00:1": false, "2002:a00:1::": false, "2001:0:1::1": false,
	} {
		if got := public(netip.MustParseAddr(address)); got != want {
			t.Errorf("%s is %t", address, got)
		}
	}
}

// Only public servers are asked for pictures, and this machine where the provider is on it too.
func TestPicture_AsksNobodyElse(t *testing.T) {
	t.Parallel()
	asked := 0
	var server *httptest.Server
	server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked++
		switch r.URL.Path {
		case "/picture":
			_, _ = io.WriteString(w, "a picture")
		case "/large":
			_, _ = w.Write(bytes.Repeat([]byte{1}, maxPicture+1))
		case "/moved":
			http.Redirect(w, r, server.URL+"/picture", http.StatusFound)
		case "/away":
			http.Redirect(w, r, "http://10.0.0.1/picture", http.StatusFound)
		case "/round":
			http.Redirect(w, r, server.URL+"/round", http.StatusFound)
		default:
			http.NotFound(w, r)
		}
	}))
	t.Cleanup(server.Close)
	secure := httptest.NewTLSServer(server.Config.Handler)
	t.Cleanup(secure.Close)
	here := &Client{Provider: Provider{Name: "google", Issuer: server.URL}}
	for _, path := range []string{"/picture", "/moved"} {
		if got, err := here.Picture(t.Context(), Said{Picture: server.URL + path}); err != nil || string(got) != "a picture" {
			t.Errorf("%s gives %q, %v", path, got, err)
		}
	}
	for path, want := range map[string]error{"/large": errPictureSize, "/away": errPictureAddress, "/round": errPictureAddress} {
		if _, err := here.Picture(t.Context(), Said{Picture: server.URL + path}); !errors.Is(err, want) {
			t.Errorf("%s gives %v", path, err)
		}
	}
	_, err := here.Picture(t.Context(), Said{Picture: server.URL + "/none"})
	if err == nil || strings.Contains(err.Error(), "http") {
		t.Errorf("what is not there gives %v", err)
	}
	asked = 0
	far := &Client{Provider: Provider{Name: "google", Issuer: "https://accounts.google.com"}}
	for _, address := range []string{
		server.URL + "/picture", secure.URL + "/picture", strings.Replace(secure.URL, "127.0.0.1", "localhost", 1) + "/picture",
		"file:///etc/passwd", "ftp://example.org/x", "https://somebody:secret@example.org/x", "://",
		"https://10.0.0.1/x", "https://[::1]/x",
	} {
		if _, err := far.Picture(t.Context(), Said{Picture: address}); !errors.Is(err, errPictureAddress) {
			t.Errorf("%s gives %v", address, err)
		}
	}
	if _, err := far.Picture(t.Context(), Said{}); !errors.Is(err, errNoPicture) {
		t.Errorf("no address gives %v", err)
	}
	if asked != 0 {
		t.Errorf("servers of this machine were asked %d times", asked)
	}
}

func TestProfiles_SayWherePicturesAre(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		speaks  *profile
		profile string
		want    string
	}{
		{discord(Provider{}, "", nil), `{"id":"4711","avatar":"a1b2"}`, "https://cdn.discordapp.com/avatars/4711/a1b2.png?size=512"},
		{discord(Provider{}, "", nil), `{"id":"4711","avatar":null}`, ""},
		{facebook(Provider{}, "", nil), `{"id":"1","picture":{"data":{"url":"https://x.example/p.jpg"}}}`, "https://x.example/p.jpg"},
		{facebook(Provider{}, "", nil), `{"id":"1","picture":{"data":{"url":"https://x.example/p.jpg","is_silhouette":true}}}`, ""},
		{facebook(Provider{}, "", nil), `{"id":"1"}`, ""},
	} {
		if said, err := c.speaks.read([]byte(c.profile)); err != nil || said.Picture != c.want {
			t.Errorf("%s is read as %q, %v", c.profile, said.Picture, err)
		}
	}
}
