package bench

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// pairs is how often each side is measured.
const pairs = 5

// Row is one line of the speed table.
type Row struct {
	Figure    string  // what is measured
	Reference string  // beside what
	Unit      string  // of both
	Reach     float64 // the least ratio; 0 when there is none
	Most      float64 // the greatest ratio, of figures that should be small; 0 when there is none
}

// Compare measures a row's figure and its reference in turn (A B B A …), reports the median of their ratios and its
// spread, and says whether it reaches what it must.
func Compare(b *testing.B, row Row, figure, reference func() float64) {
	b.Helper()
	var ratios, figures, references []float64
	for range b.N {
		for pair := range pairs {
			var f, r float64
			if pair%2 == 0 {
				f = figure()
				r = reference()
			} else {
				r = reference()
				f = figure()
			}
			ratios, figures, references = append(ratios, f/r), append(figures, f), append(references, r)
		}
	}
	ratio := median(ratios)
	b.ReportMetric(0, "ns/op") // times say nothing here
	b.ReportMetric(ratio, "ratio")
	b.Logf("\n%s: %.4g %s\n%s: %.4g %s\nratio %.2f [%.2f–%.2f] in %d pairs; %s",
		row.Figure, median(figures), row.Unit, row.Reference, median(references), row.Unit,
		ratio, slices.Min(ratios), slices.Max(ratios), len(ratios), row.verdict(ratio))
}

// Tell reports a figure that has no reference but a bound of its own.
func Tell(b *testing.B, figure string, value float64, unit string, most float64) {
	b.Helper()
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(value, strings.ReplaceAll(unit, " ", "-"))
	b.Logf("\n%s: %.4g %s; %s", figure, value, unit, Row{Most: most}.verdict(value))
}

func (r Row) verdict(ratio float64) string {
	switch {
	case r.Most > 0 && ratio <= r.Most:
		return fmt.Sprintf("at most %.2f: reached", r.Most)
	case r.Most > 0:
		return fmt.Sprintf("at most %.2f: over by %.0f %%", r.Most, 100*(ratio/r.Most-1))
	case r.Reach == 0:
		return "no target"
	case ratio >= r.Reach:
		return fmt.Sprintf("target %.2f: reached", r.Reach)
	}
	return fmt.Sprintf("target %.2f: short by %.0f %%", r.Reach, 100*(1-ratio/r.Reach))
}

// median is the upper of the two in the middle when there are as many below as above.
func median(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[len(sorted)/2]
}
