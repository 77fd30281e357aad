package projections

import (
	"time"

	"github.com/callup/callup/domain/notice"
	"github.com/callup/callup/domain/notification"
)

// aboutNotifications has a member read what they are told, choose what that is, or be told of their account.
func (h *history) aboutNotifications(draw draw) {
	who := thing("member", draw("member", 4))
	run := func(decide func(notification.State) ([]notification.Event, error)) {
		take(h, notification.Decider, who, decide)
	}
	switch draw("told", 3) {
	case 0:
		run(notification.ReadUpTo{Member: who, UpTo: h.now, Now: h.now}.Decide)
	case 1:
		from := h.now.Add(-time.Duration(draw("from", 5)) * time.Hour)
		upTo := from.Add(time.Duration(draw("to", 2)) * time.Hour)
		run(notification.ReadUpTo{Member: who, From: from, UpTo: upTo, Now: h.now}.Decide)
	case 2:
		run(notification.Choose{
			Member: who, Kind: notice.Kinds()[draw("kind", 3)], Channel: notice.InApp, On: draw("on", 1) == 1, Now: h.now,
		}.Decide)
	default:
		run(notification.Touched{Member: who, What: notification.Touches[draw("what", 6)], At: h.now}.Decide)
	}
}
