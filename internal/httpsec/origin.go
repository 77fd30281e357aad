package httpsec

import (
	"net/url"
	"strings"
)

// Downgraded tells whether an Origin names a page that came over plain http from a host that people reach over https: ours
// are the origins of the installation, such as https://callup.example. Whoever is on the way to a browser can write such a
// page, so its requests are not the installation's own, although the host is.
func Downgraded(origin string, ours []string) bool {
	from, err := url.Parse(origin)
	if err != nil || from.Scheme != "http" {
		return false
	}
	for _, o := range ours {
		own, err := url.Parse(o)
		if err == nil && own.Scheme == "https" &&
			strings.EqualFold(strings.TrimSuffix(own.Host, ":443"), strings.TrimSuffix(from.Host, ":80")) {
			return true
		}
	}
	return false
}
