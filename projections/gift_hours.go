package projections

import (
	"slices"
	"time"

	"github.com/callup/callup/projections/readmodel"
)

// giftIn gives the hours of somebody's gifts, the earliest first, with one more gift. An hour so long before the last
// one that no window holds both is left out: what is left of it counts for nobody, whichever gift goes back. The hours
// given stay as they are.
func giftIn(recent []readmodel.GiftHour, hour time.Time) []readmodel.GiftHour {
	out := slices.Clone(recent)
	if i, there := slices.BinarySearchFunc(out, hour, byHour); there {
		out[i].Gifts++
	} else {
		out = slices.Insert(out, i, readmodel.GiftHour{Hour: hour, Gifts: 1})
	}
	first := lastOf(out).Add(-readmodel.PopularHours * time.Hour)
	return slices.DeleteFunc(out, func(h readmodel.GiftHour) bool { return !h.Hour.After(first) })
}

// giftBack gives the hours of somebody's gifts without one that was given back. The hours given stay as they are.
func giftBack(recent []readmodel.GiftHour, hour time.Time) []readmodel.GiftHour {
	out := slices.Clone(recent)
	i, there := slices.BinarySearchFunc(out, hour, byHour)
	if !there {
		return out
	}
	if out[i].Gifts--; out[i].Gifts <= 0 {
		out = slices.Delete(out, i, i+1)
	}
	return out
}

func byHour(h readmodel.GiftHour, hour time.Time) int { return h.Hour.Compare(hour) }

// lastOf gives the hour of somebody's last gift; zero without one.
func lastOf(recent []readmodel.GiftHour) time.Time {
	if len(recent) == 0 {
		return time.Time{}
	}
	return recent[len(recent)-1].Hour
}
