package projections

import (
	"slices"
	"sort"
	"time"

	"github.com/callup/callup/projections/readmodel"
)

// giftIn gives the hours of somebody's gifts, the earliest first, with one more gift: pairs of an hour and how many gifts it
// had. An hour so long before the last one that no window holds both is left out: what is left of it counts for nobody,
// whichever gift goes back. The hours given stay as they are.
func giftIn(recent []int64, hour time.Time) []int64 {
	out := slices.Clone(recent)
	h := hourNumber(hour)
	if i, there := giftHour(out, h); there {
		out[i+1]++
	} else {
		out = slices.Insert(out, i, h, 1)
	}
	first, _ := giftHour(out, out[len(out)-2]-readmodel.PopularHours+1)
	return slices.Delete(out, 0, first)
}

// giftBack gives the hours of somebody's gifts without one that was given back. The hours given stay as they are.
func giftBack(recent []int64, hour time.Time) []int64 {
	out := slices.Clone(recent)
	i, there := giftHour(out, hourNumber(hour))
	if !there {
		return out
	}
	if out[i+1]--; out[i+1] <= 0 {
		out = slices.Delete(out, i, i+2)
	}
	return out
}

// giftHour is where an hour stands among the hours of gifts, or would.
func giftHour(recent []int64, hour int64) (at int, there bool) {
	n, there := sort.Find(len(recent)/2, func(n int) int { return int(hour - recent[2*n]) })
	return 2 * n, there
}

const secondsOfHour = 3600

func hourNumber(hour time.Time) int64 { return hour.Unix() / secondsOfHour }

// lastOf gives the hour of somebody's last gift; zero without one.
func lastOf(recent []int64) time.Time {
	if len(recent) == 0 {
		return time.Time{}
	}
	return time.Unix(recent[len(recent)-2]*secondsOfHour, 0).UTC()
}
