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
	Logo                                                 string // the category by which its picture is tinted; empty: it has none
	Campaign                                             *Campaign
}

// Pages are those of organizations, opened in the weeks before the demonstration's end.
func (p *Plan) Pages() []Page {
	all := []Page{
		{
			Owner: lucas, Kind: "nonprofit", Name: "Ressourcerie du Midi", Industry: "Réemploi", Location: "Toulouse", Lang: "fr",
			Description: "Nous prenons ce que Toulouse jette, nous le réparons et nous le remettons en service. Onze salariés, " +
				"soixante bénévoles, un très grand hangar.",
			Website: "https://ressourcerie-midi.example", Verified: true, Followers: 9,
			Logo: "environment", Campaign: &Campaign{
				Title:       "Un triporteur pour la Ressourcerie du Midi",
				Description: "Aller chercher fours et commodes en ville, sans camion.",
				Story: "Chaque semaine, une trentaine de personnes nous appellent parce qu’un meuble ne tient pas dans leur voiture. " +
					"Le camion coûte cher et ne passe pas dans les rues du centre. Un triporteur d’occasion porte 250 kg et roule " +
					"partout. Nous en avons trouvé un à Bordeaux ; il reste à le payer, et à changer ses pneus.",
				Category: "environment", Location: "Toulouse", Lang: "fr", TimeZone: "Europe/Paris", Goal: eur(3200), EndsIn: 40,
				Needs: []Need{{Item: "Sangles d’arrimage", Quantity: 6, Unit: "pièces"}},
			},
			Publication: "Le hangar rouvre samedi à 9 h. On cherche surtout des vélos d’enfant et de la vaisselle dépareillée.",
		},
		{
			Owner: margaret, Kind: "community", Name: "École 12, parents’ council", Industry: "Education", Location: "Brussels", Lang: "en",
			Description: "Homework help, the garden, and a bus for school trips.", Followers: 4,
		},
		{
			Owner: aoife, Kind: "startup", Name: "Fjordlight", Industry: "Energy", Location: "Bergen", Lang: "en",
			Description: "Second-hand solar panels for schools and clubs.", Website: "https://fjordlight.example", Followers: 2,
			Logo: "business", Campaign: &Campaign{
				Title:       "Forty second-hand panels for a school roof in Bergen",
				Description: "They still give four fifths of what they gave when they were new.",
				Story: "A greenhouse near Stavanger takes down its solar panels this autumn. We test each one, and bring forty of them to " +
					"the roof of a primary school in Bergen, whose pupils read the meter every Monday. The school pays the electrician; " +
					"we need the brackets, the cables and hands for two Saturdays.",
				Category: "education", Location: "Bergen", Lang: "en", TimeZone: "Europe/Oslo", Goal: eur(5400), Hours: 60,
			},
		},
		{
			Owner: carmen, Kind: "community", Name: "Villaverde Atlético", Industry: "Deporte", Location: "Madrid", Lang: "es", Logo: "sports",
			Description: "Un campo, dos equipos y pronto luz por la tarde.", Followers: 6,
			Publication: "El domingo pintamos las gradas. Traed ropa vieja; las brochas las ponemos nosotros.",
		},
		{
			Owner: matteo, Kind: "company", Name: "Boulangerie Saint-Roch", Industry: "Alimentation", Location: "Lyon", Lang: "fr",
			Description: "Le pain de la veille part chaque matin chez ceux qui en ont besoin.", Followers: 3,
		},
	}
	for i := range all {
		all[i].At = p.o.Now.Add(-time.Duration(len(all)-i) * 75 * time.Hour)
		all[i].Owner = p.organizer(all[i].Lang, all[i].Owner)
	}
	return all
}
