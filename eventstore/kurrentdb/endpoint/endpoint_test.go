package endpoint_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/callup/callup/eventstore/kurrentdb/endpoint"
)

func TestParse(t *testing.T) {
	for _, test := range []struct {
		address string
		hosts   []string
		cluster bool
		tls     bool
		prefix  string
	}{
		{"esdb://db.internal", []string{"db.internal:2113"}, false, true, "callup."},
		{"kurrentdb://admin:s3cret@db.internal:2114?tls=false", []string{"db.internal:2114"}, false, false, "callup."},
		{"esdb+discover://admin:s3cret@cluster.internal?tlsVerifyCert=false", []string{"cluster.internal:2113"}, true, true, "callup."},
		{"kurrentdb+discover://cluster.internal?prefix=staging.", []string{"cluster.internal:2113"}, true, true, "staging."},
		{"esdb://a:1,b:2,c:3?tls=false", []string{"a:1", "b:2", "c:3"}, true, false, "callup."},
	} {
		got, err := endpoint.Parse(test.address)
		if err != nil {
			t.Errorf("%s: %v", test.address, err)
			continue
		}
		if !slices.Equal(got.Hosts, test.hosts) || got.Cluster != test.cluster || (got.TLS != nil) != test.tls ||
			got.Prefix != test.prefix {
			t.Errorf("%s is read as %+v", test.address, got)
		}
		if got.TLS == nil && got.Password != "" {
			t.Errorf("%s: a password would travel in plain text", test.address)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	for address, want := range map[string]string{
		"postgres://db/callup":                    "must begin with esdb://",
		"esdb://":                                 "is no address",
		"esdb://admin:s3cret@db:port":             "is no address",
		"esdb://admin:s3cret@db/path":             "is no address",
		"esdb://admin:s3cret@db?tsl=false":        `the parameter "tsl"`,
		"esdb://db?prefix=$system":                "a prefix",
		"esdb://db?prefix=":                       "a prefix",
		"esdb://db?prefix=callup":                 "a prefix", // which begins callup2.
		"esdb://db?prefix=callup.staging.":        "a prefix", // which callup. begins
		"esdb://db?tls=maybe":                     "is no address",
		"esdb://db?tlsCaFile=/nowhere/at/all.pem": "is no address",
		"esdb://db?maxDiscoverAttempts=3":         "means nothing",
	} {
		_, err := endpoint.Parse(address)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", address, err, want)
		}
		if err != nil && strings.Contains(err.Error(), "s3cret") {
			t.Errorf("the password stands in %q", err)
		}
	}
}
