// Package endpoint reads the address of a KurrentDB (formerly EventStoreDB) node or cluster.
package endpoint

import (
	"crypto/tls"
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
)

// DefaultPrefix begins the names of all streams of an installation that chose no other.
const DefaultPrefix = "callup."

// Target is where a log is kept.
type Target struct {
	// Hosts are host:port. In a cluster they are asked who leads; a single one that is no cluster is used as it is.
	Hosts   []string
	Cluster bool
	// TLS is nil for plain text, over which no password is sent.
	TLS            *tls.Config
	User, Password string
	// Prefix begins the name of every stream of this log, so that others may use the same database.
	Prefix string
	// Ask is how long a node has to say who leads.
	Ask time.Duration
	// Ping is after how long without traffic a connection is tried, and Pong how long the answer may take; a negative
	// Ping tries never.
	Ping, Pong time.Duration
}

var schemes = []string{"esdb", "esdb+discover", "kurrentdb", "kurrentdb+discover"}

// Is tells whether a URL is meant to be one of KurrentDB.
func Is(address string) bool {
	scheme, _, ok := strings.Cut(address, "://")
	return ok && slices.Contains(schemes, scheme)
}

// known are the parameters that mean something here. The client's own parser would only log an unknown one.
var known = []string{
	"tls", "tlsverifycert", "tlscafile", "usercertfile", "userkeyfile", "gossiptimeout",
	"keepaliveinterval", "keepalivetimeout",
}

// goodPrefix has one dot, at its end: no prefix is the beginning of another one, whose streams would be its own too.
var goodPrefix = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_-]{0,59}\.$`)

// Parse reads an address. Its errors repeat nothing of it, since it holds a password.
func Parse(address string) (Target, error) {
	if !Is(address) {
		return Target{}, fmt.Errorf("must begin with %s", strings.Join(schemes, "://, ")+"://")
	}
	scheme, rest, _ := strings.Cut(address, "://")
	hosts, query, _ := strings.Cut(rest, "?")
	values, err := url.ParseQuery(query)
	if err != nil {
		return Target{}, errors.New("has parameters that can't be read")
	}
	t := Target{Prefix: DefaultPrefix}
	passed := url.Values{}
	for key, value := range values {
		switch lower := strings.ToLower(key); {
		case lower == "prefix":
			t.Prefix = value[0]
		case slices.Contains(known, lower):
			passed[key] = value
		default:
			return Target{}, fmt.Errorf("has the parameter %q, which means nothing; there are prefix, %s", key, strings.Join(known, ", "))
		}
	}
	if !goodPrefix.MatchString(t.Prefix) {
		return Target{}, errors.New("has a prefix that does not begin with a letter and end with its only dot, is too long, or " +
			"holds more than letters, digits, dashes and underscores")
	}
	plain := strings.Replace(scheme, "kurrentdb", "esdb", 1) + "://" + hosts
	if len(passed) > 0 {
		plain += "?" + passed.Encode()
	}
	c, err := esdb.ParseConnectionString(plain)
	if err != nil || c.Validate() != nil {
		return Target{}, errors.New("is no address of KurrentDB, like esdb://user:password@host:2113")
	}
	return t.fill(c)
}

func (t Target) fill(c *esdb.Configuration) (Target, error) {
	t.Cluster = c.DnsDiscover || len(c.GossipSeeds) > 0
	if c.Address != "" {
		t.Hosts = append(t.Hosts, c.Address)
	}
	for _, seed := range c.GossipSeeds {
		t.Hosts = append(t.Hosts, seed.String())
	}
	t.Ask, t.Ping, t.Pong = time.Duration(c.GossipTimeout)*time.Second, c.KeepAliveInterval, c.KeepAliveTimeout
	if c.DisableTLS {
		return t, nil
	}
	t.User, t.Password = c.Username, c.Password
	t.TLS = &tls.Config{
		MinVersion: tls.VersionTLS12, RootCAs: c.RootCAs,
		InsecureSkipVerify: c.SkipCertificateVerification, //nolint:gosec // tlsVerifyCert=false asks for it
	}
	if c.UserCertFile != "" {
		certificate, err := tls.LoadX509KeyPair(c.UserCertFile, c.UserKeyFile)
		if err != nil {
			return Target{}, fmt.Errorf("names a client certificate that can't be read: %w", err)
		}
		t.TLS.Certificates = []tls.Certificate{certificate}
	}
	return t, nil
}
