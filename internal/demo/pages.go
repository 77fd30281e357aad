package demo

import "time"

// Page is the page of an organization that a member opens.
type Page struct {
	Owner                                                int // by their number
	At                                                   time.Time
	Kind, Name, Description, Industry, Location, Website string
	Lang                                                 string
	Verified                                             bool
	Followers                                            int    // the members after the owner, one after the other
	Publication                                          string // what it publishes; empty for nothing
}

// Pages are those of organizations, opened in the weeks before the demonstration's end.
func (p *Plan) Pages() []Page {
	all := []Page{
		{
			Owner: 1, Kind: "nonprofit", Name: "Ressourcerie du Midi", Industry: "Réemploi", Location: "Toulouse", Lang: "fr",
			Description: "Nous prenons ce que Toulouse jette, nous le réparons et nous le remettons en service. Onze salariés, " +
				"soixante bénévoles, un très grand hangar.",
			Website: "https://ressourcerie-midi.example", Verified: true, Followers: 9,
			Publication: "Le hangar rouvre samedi à 9 h. On cherche surtout des vélos d’enfant et de la vaisselle dépareillée.",
		},
		{
			Owner: 4, Kind: "community", Name: "École 12, parents’ council", Industry: "Education", Location: "Brussels", Lang: "en",
			Description: "Homework help, the garden, and a bus for school trips.", Followers: 4,
		},
		{
			Owner: 7, Kind: "startup", Name: "Fjordlight", Industry: "Energy", Location: "Bergen", Lang: "en",
			Description: "Second-hand solar panels for schools and clubs.", Website: "https://fjordlight.example", Followers: 2,
		},
		{
			Owner: 9, Kind: "community", Name: "Villaverde Atlético", Industry: "Deporte", Location: "Madrid", Lang: "es",
			Description: "Un campo, dos equipos y pronto luz por la tarde.", Followers: 6,
			Publication: "El domingo pintamos las gradas. Traed ropa vieja; las brochas las ponemos nosotros.",
		},
		{
			Owner: 11, Kind: "company", Name: "Boulangerie Saint-Roch", Industry: "Alimentation", Location: "Lyon", Lang: "fr",
			Description: "Le pain de la veille part chaque matin chez ceux qui en ont besoin.", Followers: 3,
		},
	}
	for i := range all {
		all[i].At = p.o.Now.Add(-time.Duration(len(all)-i) * 75 * time.Hour)
	}
	return all
}
