package main

import (
	"bytes"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// alert is a rule that operators are given.
type alert struct {
	Alert, Expr, For    string
	Labels, Annotations map[string]string
}

func alerts(t *testing.T) (all []alert) {
	t.Helper()
	text, err := os.ReadFile("../../docs/alerts.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Groups []struct {
			Name  string
			Rules []alert
		}
	}
	rules := yaml.NewDecoder(bytes.NewReader(text))
	rules.KnownFields(true)
	if err := rules.Decode(&file); err != nil {
		t.Fatal(err)
	}
	for _, group := range file.Groups {
		all = append(all, group.Rules...)
	}
	return all
}

// fromTheFirst begin when something happens for the first time: until then there is nothing that could be too much.
var fromTheFirst = []string{
	"callup_http_requests_total", "callup_http_request_duration_seconds_bucket",
	"callup_ledger_mismatches", // of an audit; another alert is of there being none
}

// alertsAreOfMetrics looks for each metric of an alert in what a server tells that has done everything, and in what it
// told when it had done nothing: an alert that comes to be only later does not see that something never was.
func alertsAreOfMetrics(t *testing.T, fresh, told string) {
	t.Helper()
	guide, err := os.ReadFile("../../docs/operators.md")
	if err != nil {
		t.Fatal(err)
	}
	looked := 0
	for _, a := range alerts(t) {
		if a.Annotations["summary"] == "" || a.Labels["severity"] == "" || !strings.Contains(string(guide), "`"+a.Alert+"`") {
			t.Errorf("nobody is told what to do about %s", a.Alert)
		}
		for _, metric := range regexp.MustCompile(`(callup|go|process)_\w+`).FindAllString(a.Expr, -1) {
			looked++
			series := regexp.MustCompile(`(?m)^` + metric + `[{ ]`)
			if !series.MatchString(told) {
				t.Errorf("%s looks at %s, which there is not", a.Alert, metric)
			}
			later := slices.Contains(fromTheFirst, metric) && strings.Contains(a.Expr, ">")
			if !series.MatchString(fresh) && !later && !strings.Contains(a.Expr, "absent("+metric+")") {
				t.Errorf("%s is blind until there is a %s", a.Alert, metric)
			}
		}
		if a.Alert == "CallupWebhooksRefused" {
			alertIsOfOutcomes(t, a, told)
		}
	}
	if looked < 20 {
		t.Errorf("only %d metrics have an alert", looked)
	}
}

// alertIsOfOutcomes: whatever becomes of a webhook but what should is looked at.
func alertIsOfOutcomes(t *testing.T, a alert, told string) {
	t.Helper()
	outcomes := regexp.MustCompile(`callup_payment_webhooks_total\{outcome="(\w+)"`).FindAllStringSubmatch(told, -1)
	for _, o := range outcomes {
		if o[1] != "taken" && o[1] != "not_ours" && !strings.Contains(a.Expr, o[1]) {
			t.Errorf("%s does not look at the outcome %s", a.Alert, o[1])
		}
	}
	if len(outcomes) < 6 {
		t.Errorf("a webhook has only %d outcomes", len(outcomes))
	}
}
