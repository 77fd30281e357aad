// Package operator reads what whoever runs an installation says of themselves: how to reach them, where they write, and who
// they are. Nothing of it is made up: what is not said is not shown.
package operator

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"slices"
	"time"
)

// Bounds of a file.
const (
	maxFile   = 1 << 20 // bytes
	maxPeople = 500     // in one list
	maxLine   = 200     // characters of one line
)

// Weekdays are the days of a week as a file writes them.
var Weekdays = []string{"mon", "tue", "wed", "thu", "fri", "sat", "sun"}

// OfficeHours are when somebody is there, on each day of a range, in the operator's own time.
type OfficeHours struct {
	First string `json:"first" enum:"mon,tue,wed,thu,fri,sat,sun"`
	Last  string `json:"last" enum:"mon,tue,wed,thu,fri,sat,sun" doc:"The same as first for a single day"`
	From  string `json:"from" doc:"HH:MM"`
	To    string `json:"to" doc:"HH:MM"`
}

// TeamMember is somebody of the team.
type TeamMember struct {
	Name string `json:"name"`
	Role string `json:"role,omitempty"`
}

// Elsewhere lead to the operator's other places. An empty one is not shown.
type Elsewhere struct {
	Careers   string `json:"careers,omitempty"`
	Blog      string `json:"blog,omitempty"`
	Press     string `json:"press,omitempty"`
	Community string `json:"community,omitempty"`
}

// About is what an operator says of themselves.
type About struct {
	Phone      string        `json:"phone"`
	Address    string        `json:"address"`
	Hours      []OfficeHours `json:"office_hours"`
	Links      Elsewhere     `json:"links"`
	Team       []TeamMember  `json:"team"`
	Volunteers []TeamMember  `json:"volunteers"`
	Current    []TeamMember  `json:"current_team"`
	Supporters []string      `json:"supporters"`
}

// Default is what holds without a file: the office hours, and nothing else.
func Default() About {
	return About{Hours: []OfficeHours{
		{First: "mon", Last: "fri", From: "09:00", To: "18:00"},
		{First: "sat", Last: "sat", From: "10:00", To: "16:00"},
	}}
}

// FromFile reads a file. The error joins every mistake in it.
func FromFile(path string) (About, error) {
	f, err := os.Open(path)
	if err != nil {
		return About{}, fmt.Errorf("open what the operator says of themselves: %w", err)
	}
	defer f.Close() //nolint:errcheck // only read
	body, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	if err != nil {
		return About{}, fmt.Errorf("read %s: %w", path, err)
	}
	return Parse(body)
}

// Parse reads what stands in a file: About as JSON, every part of it optional. Office hours that are left out are Default's;
// an empty list means none. The error joins every mistake found.
func Parse(body []byte) (About, error) {
	if len(body) > maxFile {
		return About{}, fmt.Errorf("is larger than %d bytes", maxFile)
	}
	about := Default()
	in := json.NewDecoder(bytes.NewReader(body))
	in.DisallowUnknownFields()
	if err := in.Decode(&about); err != nil {
		return About{}, fmt.Errorf("is not what the operators' guide shows: %w", err)
	}
	if _, err := in.Token(); !errors.Is(err, io.EOF) {
		return About{}, errors.New("goes on after the JSON object")
	}
	return about, about.check()
}

func (a About) check() error {
	var mistakes []error
	wrong := func(format string, args ...any) { mistakes = append(mistakes, fmt.Errorf(format, args...)) }
	line := func(name, text string, required bool) {
		switch {
		case len([]rune(text)) > maxLine:
			wrong("has more than %d characters in %s", maxLine, name)
		case required && text == "":
			wrong("has nothing in %s", name)
		}
	}
	list := func(name string, people []string) {
		if len(people) > maxPeople {
			wrong("has more than %d names in %s", maxPeople, name)
		}
		seen := map[string]bool{}
		for _, person := range people {
			if person != "" && seen[person] {
				wrong("has %q twice in %s", person, name)
			}
			seen[person] = true
		}
	}
	line("phone", a.Phone, false)
	line("address", a.Address, false)
	for i, hours := range a.Hours {
		if err := hours.check(); err != nil {
			wrong("has office_hours[%d] that %w", i, err)
		}
	}
	for name, link := range map[string]string{
		"careers": a.Links.Careers, "blog": a.Links.Blog, "press": a.Links.Press, "community": a.Links.Community,
	} {
		u, err := url.Parse(link)
		if link != "" && (err != nil || (u.Scheme != "https" && u.Scheme != "http") || u.Host == "") {
			wrong("has %q in links.%s, which is no address like https://example.org", link, name)
		}
	}
	for name, people := range map[string][]TeamMember{"team": a.Team, "volunteers": a.Volunteers, "current_team": a.Current} {
		names := make([]string, len(people))
		for i, person := range people {
			names[i] = person.Name
			line(fmt.Sprintf("%s[%d].name", name, i), person.Name, true)
			line(fmt.Sprintf("%s[%d].role", name, i), person.Role, false)
		}
		list(name, names)
	}
	for i, name := range a.Supporters {
		line(fmt.Sprintf("supporters[%d]", i), name, true)
	}
	list("supporters", a.Supporters)
	return errors.Join(mistakes...)
}

func (h OfficeHours) check() error {
	first, last := slices.Index(Weekdays, h.First), slices.Index(Weekdays, h.Last)
	if first < 0 || last < first {
		return fmt.Errorf("are from %q to %q and must be days of one week, from mon to sun", h.First, h.Last)
	}
	from, err1 := time.Parse("15:04", h.From)
	to, err2 := time.Parse("15:04", h.To)
	if err1 != nil || err2 != nil || len(h.From) != len("09:00") || len(h.To) != len("09:00") || !from.Before(to) {
		return fmt.Errorf("last from %q to %q and must have two times like 09:00, the later one last", h.From, h.To)
	}
	return nil
}
