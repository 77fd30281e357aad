package declared

import (
	"github.com/callup/callup/domain/notice"
	"github.com/callup/callup/domain/notification"
)

// security tells members what happened to their accounts.
var security = define(notice.Security, mailed(func(e notification.AccountTouched) []Notice {
	return one(Notice{At: e.At, To: Member{e.Member}, Step: string(e.What)})
}))
