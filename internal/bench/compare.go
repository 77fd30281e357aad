package bench

import (
	"fmt"
	"slices"
	"testing"
)

// pairs is how often each side is measured.
const pairs = 5

// Row is one line of the speed table.
type Row struct {
	Figure    string  // what is measured
	Reference string  // beside what
	Unit      string  // what both count per second
	Reach     float64 // the least ratio; 0 when the row is only told
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
	b.Logf("\n%s: %.0f %s/s\n%s: %.0f %s/s\nratio %.2f [%.2f–%.2f] in %d pairs; %s",
		row.Figure, median(figures), row.Unit, row.Reference, median(references), row.Unit,
		ratio, slices.Min(ratios), slices.Max(ratios), len(ratios), verdict(ratio, row.Reach))
}

func verdict(ratio, reach float64) string {
	switch {
	case reach == 0:
		return "no target"
	case ratio >= reach:
		return fmt.Sprintf("target %.2f: reached", reach)
	}
	return fmt.Sprintf("target %.2f: short by %.0f %%", reach, 100*(1-ratio/reach))
}

// median is the upper of the two in the middle when there are as many below as above.
func median(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[len(sorted)/2]
}
