// Package notifications answers what members are told, and what of it they want.
package notifications

import "github.com/callup/callup/readapi/read"

// Queries are this area's.
var Queries = read.Area{Name: "notifications", Queries: []read.Declared{MyNotifications, MyNotificationChoices}}
