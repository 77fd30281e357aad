package demo

import "time"

// Shift is when and where a campaign needs hands.
type Shift struct {
	Campaign           int // by its number
	At                 time.Time
	Title, Place, Note string
	Starts, Ends       string // by the clocks of Zone
	Zone, Lang         string
	Capacity           int64
	Comers             int
}

// shiftsOf are the shifts of written campaigns, by their titles, each with how many days it is away.
func shiftsOf() map[string][]struct {
	Shift
	days     int
	from, to string
} {
	return map[string][]struct {
		Shift
		days     int
		from, to string
	}{
		"Reopen the Saint-Roch repair café": {
			{Shift{Title: "Wiring and lights", Place: "14 rue Perrod, the door in the yard", Note: "Bring gloves; there is soup at noon.",
				Zone: "Europe/Paris", Capacity: 6, Comers: 3}, 4, "09:00", "13:00"},
			{Shift{Title: "Workbenches and paint", Place: "14 rue Perrod", Zone: "Europe/Paris", Capacity: 8, Comers: 2}, 5, "14:00",
				"17:00"},
		},
		"Replanter le verger communal de Sainte-Foy": {
			{Shift{Title: "Paillage du haut du verger", Place: "Verger communal, par le chemin du lavoir",
				Note: "Bottes et fourche si vous en avez.", Zone: "Europe/Paris", Capacity: 2, Comers: 2}, 9, "08:30", "12:00"},
		},
	}
}

// Shifts are those that are yet to come, published two days before the demonstration's end.
func (p *Plan) Shifts() (all []Shift) {
	published := shiftsOf()
	for n, c := range p.campaigns {
		for _, s := range published[c.Title] {
			day := p.Now().AddDate(0, 0, s.days).Format(time.DateOnly)
			s.Campaign, s.Lang, s.At = n, c.Lang, p.Now().Add(-48*time.Hour)
			s.Starts, s.Ends = day+"T"+s.from, day+"T"+s.to
			all = append(all, s.Shift)
		}
	}
	return all
}
