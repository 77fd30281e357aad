package staff

import (
	"strings"
	"time"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/textfold"
	"github.com/callup/callup/projections/readmodel"
	"github.com/callup/callup/readapi/read"
)

// Member is a member as administrators find them.
type Member struct {
	ID        ident.ID  `json:"id" format:"uuid"`
	Name      string    `json:"name"`
	Email     string    `json:"email"`
	Roles     []string  `json:"roles" enum:"moderator,auditor,administrator"`
	CreatedAt time.Time `json:"created_at"`
}

// MembersInput asks for a page of the members whose name or address holds some words, or of the staff where there are none.
type MembersInput struct {
	read.ReadAfter
	read.Paging
	Q string `query:"q" maxLength:"200" doc:"A part of a name or an e-mail address; without it, the staff"`
}

// Members are the members that were searched for, or the staff, the newest first. Errors: bad_cursor.
var Members = read.Define(read.Query[MembersInput, read.List[Member]]{
	ID: "members", Path: "/api/admin/members", Summary: "Members by name or e-mail address, or the staff",
	May: read.Administrator, Sees: read.Alike,
	SQL: []*read.Statement{membersNewest}, Answer: members,
	Live: &read.Live[MembersInput]{
		Topic: "staff", Refetch: true, On: []read.On{read.ByKey(readmodel.StaffRoles)},
		Quiet: []read.Quiet{{Table: readmodel.Members, Because: "who registers or changes a profile is found by the next search"}},
	},
})

var membersNewest = read.SQL(`WITH found AS (
		SELECT m.id, m.name, m.email, m.created_at, array_remove(ARRAY[
			CASE WHEN r.administrator THEN 'administrator' END, CASE WHEN r.auditor THEN 'auditor' END,
			CASE WHEN r.moderator THEN 'moderator' END], NULL) AS roles
		FROM {members} m LEFT JOIN {staff_roles} r ON r.member = m.id
		WHERE m.email <> '' AND CASE WHEN $1 = '' THEN r.moderator OR r.auditor OR r.administrator
			ELSE strpos(m.search, $2) > 0 OR strpos(lower(m.email), $1) > 0 END)
	SELECT id, name, email, roles, created_at, ` + read.Micros("created_at") + ` AS list_micros,
		(SELECT count(*) FROM found) AS list_total
	FROM found WHERE NOT $3::boolean OR created_at < $4 OR created_at = $4 AND id > $5::uuid
	ORDER BY created_at DESC, id LIMIT $6`)

func members(c *read.Call, in MembersInput) (read.List[Member], error) {
	q := strings.ToLower(strings.TrimSpace(in.Q))
	return read.Newest(c, []any{"members", q}, in.Paging, membersNewest, func(m *Member) ident.ID {
		m.CreatedAt = m.CreatedAt.UTC()
		return m.ID
	}, q, textfold.Fold(q))
}
