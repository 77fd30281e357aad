package demo

import "time"

// Members with a part among the staff, by their numbers.
const (
	Administrator = jonas
	Helper        = margaret // a moderator for a day
)

// Inquiry is a message to support.
type Inquiry struct {
	From             Person
	Member           int // the number of who wrote it; -1 for a guest
	Subject, Message string
	Ago              time.Duration // before the demonstration's end
	Answered         bool
}

// Inquiries are the messages to support, from members and guests, in all three languages.
func Inquiries() []Inquiry {
	people := writtenPeople()
	return []Inquiry{
		{
			From: people[sofia], Member: sofia, Subject: "¿Cómo cambio mi recibo?", Ago: 9 * day, Answered: true,
			Message: "Hola:\n\nEn el recibo de mi última donación aparece mi dirección antigua. ¿Se puede corregir?\n\nGracias,\nSofía",
		},
		{
			From: people[lucas], Member: lucas, Subject: "Une fête pour remercier les donateurs", Ago: 2 * day,
			Message: "Bonjour,\n\nNous voulons inviter tous ceux qui ont aidé la coopérative à une soirée en décembre. " +
				"Puis-je leur écrire à tous d’ici, ou faut-il passer par une mise à jour de la page ?\n\nMerci d’avance,\nLucas",
		},
		{
			From: Person{Name: "Harriet Boyle", Email: "harriet.boyle@" + Domain, Lang: "en"}, Member: -1,
			Subject: "I gave twice by mistake", Ago: 5 * time.Hour,
			Message: "Hello,\n\nI pressed the button again because my train went into a tunnel, and now my bank shows two gifts of £20 " +
				"to the towpath hedgehogs. One of them was meant. Could the other come back?\n\nNo hurry, and thank you for all this.\nHarriet",
		},
	}
}
