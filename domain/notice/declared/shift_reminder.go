package declared

import (
	"github.com/callup/callup/domain/notice"
	"github.com/callup/callup/domain/shift"
)

// shiftReminder reminds members of a shift to which they come.
var shiftReminder = define(notice.ShiftReminder, mailed(func(e shift.Reminded) []Notice {
	return one(Notice{At: e.At, To: Member{e.Member}, Step: string(e.Reminder), Campaign: e.Campaign, About: e.Shift})
}))
