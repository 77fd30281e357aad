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
	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/internal/keyring"
	"github.com/callup/callup/internal/ports"
)

func definitions() (all []command.Definition) {
	for _, a := range commands.All() {
		all = append(all, a.Commands...)
	}
	return all
}

// The failures of every command are measured from 0 on: what a series begins with shows as no increase, and nobody is told.
func TestAll_FailuresAreMeasuredFromZero(t *testing.T) {
	t.Parallel()
	metrics := prometheus.NewRegistry()
	command.NewService(command.Config{Metrics: metrics, Outside: command.Outside{Keys: &keyring.Keyring{}}, Areas: commands.All()})
	families, err := metrics.Gather()
	must(t, err)
	var measured, want []string
	for _, f := range families {
		for _, m := range f.GetMetric() {
			measured = append(measured, m.GetLabel()[0].GetValue())
		}
	}
	for _, d := range definitions() {
		want = append(want, d.Name())
	}
	slices.Sort(want)
	slices.Sort(measured)
	if !slices.Equal(measured, want) {
		t.Errorf("measured: %q, there are: %q", measured, want)
	}
}

// A field that is added to a body doesn't turn the retry of a command that was sent before an upgrade into another one.
func TestAll_BodiesOutliveNewFields(t *testing.T) {
	t.Parallel()
	// written with omitempty, which leaves out no id; left as it is, so that what was sent before is known
	fromTheBeginning := map[string][]string{
		"launch-campaign": {"needs.id"}, "revise-campaign": {"needs.id"},
		// of the same content
		"begin-draft": {"needs.id"}, "save-draft": {"needs.id"}, "launch-draft": {"needs.id"},
	}
	for _, d := range definitions() {
		if got := command.Unsettled(d.Body()); !slices.Equal(got, fromTheBeginning[d.Name()]) {
			t.Errorf("the body of %s: %q change its digest where they are left out: write omitempty, or omitzero for an id, a time "+
				"or a struct, and give no default", d.Name(), got)
		}
	}
}

// What is defined and in no list has neither route nor metric, and nothing else would say so.
func TestAll_ListsEveryCommandThatIsDefined(t *testing.T) {
	t.Parallel()
	listed := map[string]int{}
	for _, d := range definitions() {
		listed[d.Name()]++
	}
	for name, n := range listed {
		if n > 1 {
			t.Errorf("%d commands are called %q: the name is a part of ids and must be one command's alone", n, name)
		}
	}
	files, err := filepath.Glob("*/*.go")
	must(t, err)
	defined, said := 0, len([]ports.PaymentKind{
		ports.PaymentPending, ports.PaymentPaid, ports.PaymentDeclined, ports.PaymentExpired, ports.PaymentCancelled,
		ports.PaymentRefunded, ports.PaymentUnderWay, ports.PaymentRefundFailed, ports.PaymentDisputed,
	})
	name := regexp.MustCompile(`command\.Define(?:\[[^\]]*\])?\(\s*"([a-z-]+)"( ?\+)?`)
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		text, err := os.ReadFile(file)
		must(t, err)
		for _, found := range name.FindAllStringSubmatch(string(text), -1) {
			if found[2] != "" { // what follows is what a provider says
				defined += said
				continue
			}
			if defined++; listed[found[1]] == 0 {
				t.Errorf("%s defines %q, which is in no list: add it to Commands in %s", file, found[1],
					filepath.Join(filepath.Dir(file), "all.go"))
			}
		}
	}
	if defined != len(definitions()) {
		t.Errorf("%d commands are defined in the sources, %d are listed", defined, len(definitions()))
	}
}
