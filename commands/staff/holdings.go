package staff

import (
	"context"
	"fmt"
	"time"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/commands/erasing"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/staff"
)

// Holdings are the roles that a member had. The reasons are sealed with the member's own key.
func Holdings() erasing.Holdings {
	return erasing.Holdings{
		Area:   "staff",
		Events: []any{staff.RoleGranted{}},
		Others: []any{staff.RoleTakenBack{}},
		See: func(b *erasing.Belongings, event any) {
			if e, ok := event.(staff.RoleGranted); ok && b.IsMember(e.Member) {
				b.Add(staff.Category, e.Member)
			}
		},
		Ends: []erasing.Ending{{
			What: "roles", Things: func(b *erasing.Belongings) []ident.ID { return b.All(staff.Category) }, End: end,
		}},
		Export: export,
	}
}

func end(ctx context.Context, s *command.Service, id ident.ID) (over bool, err error) {
	now, revision, err := command.Load(ctx, s.Handler, staff.Decider, staff.ID)
	if err != nil || len(now[id]) == 0 {
		return err == nil, err
	}
	_, err = leaveStaff.Run(ctx, s, erasing.Envelope(fmt.Sprintf("leave staff at %d", revision), id), id)
	return err == nil, err
}

// Exported is a change of roles as whose they are is given it.
type Exported struct {
	At      time.Time `json:"at"`
	Role    string    `json:"role"`
	Granted bool      `json:"granted"` // false: taken back
	Why     string    `json:"why,omitempty"`
}

func export(ctx context.Context, s *command.Service, p erasing.Person) (any, error) {
	all := []Exported{}
	if !p.Has(staff.Category, p.Member) {
		return all, nil
	}
	for r, err := range s.OpenedEvents(ctx, staff.Category, staff.ID) {
		if err != nil {
			return nil, err
		}
		switch e := r.Event.(type) {
		case staff.RoleGranted:
			if e.Member == p.Member {
				all = append(all, Exported{e.At, e.Role, true, e.Why.String()})
			}
		case staff.RoleTakenBack:
			if e.Member == p.Member {
				all = append(all, Exported{e.At, e.Role, false, e.Why.String()})
			}
		}
	}
	return all, nil
}
