package declared

import (
	"github.com/callup/callup/domain/notice"
	"github.com/callup/callup/domain/notification"
	"github.com/callup/callup/domain/shift"
)

// shiftChanged is what members with a place in a shift are told of changes to it.
var shiftChanged = define(notice.ShiftChanged,
	mailed(func(e shift.Revised) []Notice {
		step := notification.ShiftRevised
		if e.Moved {
			step = notification.ShiftMoved
		}
		return one(Notice{
			At: e.At, To: ComingTo{e.Shift}, But: e.Author, Step: string(step), Campaign: e.Campaign, About: e.Shift,
		})
	}),
	mailed(func(e shift.Cancelled) []Notice {
		return one(Notice{
			At: e.At, To: ComingTo{e.Shift}, But: e.Author, Step: string(notification.ShiftCalledOff), Campaign: e.Campaign,
			About: e.Shift,
		})
	}))
