package platform

import (
	"github.com/callup/callup/internal/operator"
	"github.com/callup/callup/readapi/read"
)

// About is what whoever runs the installation says of themselves, beside name and address. What is not set is empty.
type About struct {
	Phone      string                 `json:"phone"`
	Address    string                 `json:"address"`
	Hours      []operator.OfficeHours `json:"office_hours"`
	Team       []operator.TeamMember  `json:"team"`
	Volunteers []operator.TeamMember  `json:"volunteers"`
	Current    []operator.TeamMember  `json:"current_team"`
	Supporters []string               `json:"supporters"`
}

// Operator is what whoever runs the installation says of themselves.
var Operator = read.Define(read.Query[struct{}, About]{
	ID: "operator", Path: "/api/operator", Summary: "What whoever runs the installation says of themselves",
	May: read.Anybody, Sees: read.Alike, Answer: about,
})

func about(c *read.Call, _ struct{}) (About, error) {
	in := c.Installation().About
	return About{
		Phone: in.Phone, Address: in.Address, Hours: listed(in.Hours), Team: listed(in.Team), Volunteers: listed(in.Volunteers),
		Current: listed(in.Current), Supporters: listed(in.Supporters),
	}, nil
}

// listed gives a list that is written as one even when it is empty.
func listed[T any](all []T) []T { return append([]T{}, all...) }
