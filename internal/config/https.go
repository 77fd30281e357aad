package config

import (
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"strings"
)

const (
	https   = "CALLUP_HTTPS"
	acmeURL = "CALLUP_ACME_URL"

	httpsOff  = "off"
	httpsAuto = "auto"
)

var httpsBy = setting{
	Name: https, Default: httpsOff, Example: httpsAuto,
	Meaning: "Who speaks https. `off`: a proxy before Callup, or nobody. `auto`: Callup itself, which listens on `:443` unless " +
		"`CALLUP_ADDR` says otherwise, and gets and renews a certificate for the host of `CALLUP_PUBLIC_URL`. With it you agree " +
		"to the terms of Let's Encrypt.",
	read: func(c *Config, v string) error {
		c.HTTPS = v == httpsAuto
		return oneOf(v, httpsOff, httpsAuto)
	},
}

var httpAddr = setting{
	Name: "CALLUP_HTTP_ADDR", Default: ":80", Example: ":8081",
	Meaning: "With `CALLUP_HTTPS=auto`: where visitors who come by http are sent to https, and the certificate authority asks, " +
		"as host:port. Port 80 of the internet must lead there.",
	read: func(c *Config, v string) error {
		c.HTTPAddr = v
		return listenable(v)
	},
}

var acmeDirectory = setting{
	Name: acmeURL, Otherwise: "Let's Encrypt", Example: "https://acme-staging-v02.api.letsencrypt.org/directory",
	Meaning: "With `CALLUP_HTTPS=auto`: another certificate authority, by the address of its ACME directory. The example is that " +
		"of Let's Encrypt's rehearsals, whose certificates browsers don't trust.",
	read: func(c *Config, v string) error {
		u, err := url.Parse(v)
		if err != nil || u.Scheme != "https" || u.Host == "" {
			return fmt.Errorf("is %q and must be an address that begins with https://", v)
		}
		c.ACMEURL = v
		return nil
	},
}

// finishHTTPS checks where a server has a certificate of its own.
func (c *Config) finishHTTPS(given map[string]string) []error {
	if !c.HTTPS {
		return nil
	}
	if given[addr] == "" {
		c.Addr = ":443"
	}
	if err := c.certifiable(); err != nil {
		return []error{err}
	}
	return nil
}

// certifiable refuses an address for whose host no authority issues a certificate.
func (c *Config) certifiable() error {
	const needs = publicURL + " must be set with " + https + "=" + httpsAuto
	u := c.PublicURL
	if u == nil || u.Scheme != "https" {
		return errors.New(needs + ", to an address that begins with https://")
	}
	if u.Port() != "" {
		return errors.New(needs + " and have no port: the certificate authority asks at 443")
	}
	if _, err := netip.ParseAddr(u.Hostname()); err == nil {
		return errors.New(needs + " and have a name, not the number of a machine: certificates are for names")
	}
	if c.ACMEURL == "" && !strings.Contains(u.Hostname(), ".") {
		return fmt.Errorf("%s and have a name that the internet knows, which %s is not; or name an authority of your own with %s",
			needs, u.Hostname(), acmeURL)
	}
	return nil
}
