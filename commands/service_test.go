package commands_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/callup/callup/commands"
	"github.com/callup/callup/internal/keyring"
	"github.com/callup/callup/internal/ports"
)

// The failures of every command are measured from 0 on: what a series begins with shows as no increase, and nobody is told.
func TestFailuresAreMeasuredFromZero(t *testing.T) {
	metrics := prometheus.NewRegistry()
	commands.New(commands.Config{Metrics: metrics, Keys: &keyring.Keyring{}})
	families, err := metrics.Gather()
	must(t, err)
	var measured []string
	for _, f := range families {
		for _, m := range f.GetMetric() {
			measured = append(measured, m.GetLabel()[0].GetValue())
		}
	}
	var want []string
	for _, k := range []ports.PaymentKind{
		ports.PaymentPending, ports.PaymentPaid, ports.PaymentDeclined, ports.PaymentExpired, ports.PaymentCancelled, ports.PaymentRefunded,
	} {
		want = append(want, "payment-"+string(k))
	}
	files, err := filepath.Glob("*.go")
	must(t, err)
	name := regexp.MustCompile(`(?:observed|e\.request)\([^"\n]*"([a-z-]+)"`)
	for _, file := range files {
		text, err := os.ReadFile(file)
		must(t, err)
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		for _, found := range name.FindAllStringSubmatch(string(text), -1) {
			if found[1] != "payment-" { // what follows is one of the kinds
				want = append(want, found[1])
			}
		}
	}
	slices.Sort(want)
	want = slices.Compact(want)
	slices.Sort(measured)
	if !slices.Equal(measured, want) || len(want) < 20 {
		t.Errorf("measured: %q, there are: %q", measured, want)
	}
}
