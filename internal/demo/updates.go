package demo

import (
	"slices"
	"time"
)

// Update is what an organizer posts on a campaign's page.
type Update struct {
	Campaign      int // by its number
	At            time.Time
	Title, Text   string
	Lang          string
	ForSupporters bool // and for nobody else
	Pinned        bool
}

// updates are what is posted on the pages of written campaigns, by their titles.
func updates() map[string][]Update {
	return map[string][]Update{
		"Reopen the Saint-Roch repair café": {
			{
				Title: "The new wiring is in", Pinned: true,
				Text: "Yesterday the electrician signed off the new circuit: eight sockets, each with its own switch.\n\n" +
					"Next come the workbenches. If you have offered one, we will write to you about bringing it.",
			},
			{
				Title: "Come and see it before we open", ForSupporters: true,
				Text: "Those who made this possible are invited first: the door is open on the last Saturday of the month, from ten. " +
					"There will be soup.",
			},
		},
		"Replanter le verger communal de Sainte-Foy": {
			{
				Title: "Les douze premiers arbres sont en terre",
				Text: "Samedi, les enfants de l’école ont planté les pommiers et les poiriers du bas.\n\n" +
					"Les trous du haut sont creusés : il nous faut encore des bras pour le paillage.",
			},
		},
		"Seis clarinetes para la banda de Alcublas": {
			{
				Title: "Ya han llegado dos clarinetes",
				Text: "Los probaron ayer en el ensayo, y suenan.\n\nGracias a todas las personas que lo hicieron posible. " +
					"Faltan cuatro.",
			},
		},
	}
}

// Updates are what is posted, the oldest first of each campaign, in the last days before the demonstration's end.
func (p *Plan) Updates() (all []Update) {
	posted := updates()
	for n, c := range p.campaigns {
		of := slices.Clone(posted[c.Title])
		for i, u := range of {
			u.Campaign, u.Lang = n, c.Lang
			u.At = p.Now().Add(-time.Duration(len(of)-i) * 40 * time.Hour)
			all = append(all, u)
		}
	}
	return all
}
