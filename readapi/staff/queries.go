// Package staff answers what moderators, auditors and administrators ask.
package staff

import "github.com/callup/callup/readapi/read"

// Queries are this area's.
var Queries = read.Area{Name: "staff", Queries: []read.Declared{Inquiries, Members}}
