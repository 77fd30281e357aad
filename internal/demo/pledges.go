package demo

import (
	"math/rand/v2"
	"time"
)

// PledgeOutcome is what became of a pledge.
type PledgeOutcome int

// The outcomes.
const (
	PledgeWaits PledgeOutcome = iota // for the organizer
	PledgeAccepted
	PledgeLogged // worked, as whoever pledged it says, and not confirmed yet; of things: accepted
	PledgeDone
	PledgeDeclined
	PledgeWithdrawn
	PledgeMissed // nobody came; of things: accepted
)

// Pledge is an offer of time, or of things where Minutes is 0.
type Pledge struct {
	Campaign, Member int // by their numbers
	Minutes, Worked  int64
	Need             int // the place among the campaign's needs
	Quantity         int64
	Lent             bool
	Words            PledgeWords // of the member, in their language
	Answer           PledgeWords // of the organizer, in the campaign's
	Outcome          PledgeOutcome
	At               time.Time
}

// PledgeWords are what both sides write about a pledge.
type PledgeWords struct{ Lang, Availability, Skills, Message, Note, Work, Place, Reason string }

// outcomes are how often each comes about.
var outcomes = []PledgeOutcome{
	PledgeDone, PledgeDone, PledgeDone, PledgeDone, PledgeDone, PledgeAccepted, PledgeAccepted, PledgeLogged, PledgeWaits, PledgeWaits,
	PledgeDeclined, PledgeWithdrawn, PledgeMissed,
}

// Pledges are what members offer besides money, the oldest first of each campaign.
func (p *Plan) Pledges() (all []Pledge) {
	for n, c := range p.campaigns {
		if c.Close != "" || p.Members() < 2 {
			continue
		}
		all = append(all, p.pledges(n, c)...)
	}
	return all
}

func (p *Plan) pledges(n int, c Campaign) (all []Pledge) {
	dice := p.Dice("pledges", n)
	helper, teamed := coOrganizer(n, c)
	add := func(one Pledge) {
		one.Campaign = n
		said := dice.IntN(len(pledgeWords[c.Lang]))
		one.Member = (c.Owner + 1 + dice.IntN(p.Members()-1)) % p.Members()
		if teamed && one.Member == helper { // who runs a campaign offers it nothing
			one.Member = (helper + 1) % p.Members()
		}
		if one.Member == c.Owner {
			one.Member = (c.Owner + 1) % p.Members()
		}
		one.Words, one.Answer = pledgeWords[p.Lang(one.Member)][said], pledgeWords[c.Lang][said]
		one.Outcome = outcomes[dice.IntN(len(outcomes))]
		one.At = p.Now().Add(-time.Duration(1+dice.IntN(max(1, c.Age*20))) * time.Hour)
		all = append(all, one)
	}
	if c.Hours > 0 {
		for range min(3+c.Hours/20, 9) {
			hours := int64(1 + dice.IntN(int(min(8, c.Hours))))
			add(Pledge{Minutes: 60 * hours, Worked: 60*hours - 30*int64(dice.IntN(2))})
		}
	}
	for i, need := range c.Needs {
		left := need.Quantity
		for left > 0 && dice.IntN(3) > 0 {
			many := part(dice, left)
			left -= many
			add(Pledge{Need: i, Quantity: many, Lent: dice.IntN(4) == 0})
		}
	}
	return all
}

// part is some of what is left: a third of it at most, where there is much.
func part(dice *rand.Rand, left int64) int64 { return 1 + dice.Int64N(max(1, left/3)) }

var pledgeWords = map[string][]PledgeWords{
	"en": {
		{"en", "Saturdays, all day", "I was an electrician for ten years", "Happy to come back if there is more to do.",
			"Thank you! We meet at nine at the side door.", "Wiring in the back room", "14 Mill Lane, yard door",
			"We have enough of these now; thank you for offering."},
		{"en", "Evenings after six", "", "", "Come as you are, tools are there.", "Painted the long wall", "The old post office, side door",
			"Somebody else came first. Sorry!"},
		{"en", "Any weekend in December", "Joinery, and a van", "I can bring two friends.", "", "Shelves, first coat", "Ring at the shop",
			"We can't store it at the moment."},
	},
	"fr": {
		{"fr", "Le samedi toute la journée", "Électricienne pendant dix ans", "Je reviens volontiers s’il reste à faire.",
			"Merci ! Rendez-vous à neuf heures à la porte latérale.", "Câblage de la salle du fond", "14, rue Perrod, porte de la cour",
			"Nous en avons assez maintenant ; merci de l’avoir proposé."},
		{"fr", "Le soir après dix-huit heures", "", "", "Venez comme vous êtes, les outils sont là.", "Le grand mur est peint",
			"À l’ancienne poste, porte de côté", "Quelqu’un d’autre est arrivé avant. Désolés !"},
		{"fr", "N’importe quel week-end de décembre", "Menuiserie, et une camionnette", "Je peux amener deux amis.", "",
			"Étagères, première couche", "Sonnez au magasin", "Nous ne pouvons pas le stocker en ce moment."},
	},
	"es": {
		{"es", "Los sábados todo el día", "Fui electricista diez años", "Vuelvo encantado si queda algo por hacer.",
			"¡Gracias! Quedamos a las nueve en la puerta lateral.", "El cableado de la sala del fondo", "Calle del Molino 14, puerta del patio",
			"Ya tenemos bastantes; gracias por ofrecerlo."},
		{"es", "Por las tardes, después de las seis", "", "", "Ven como estés, hay herramientas.", "La pared larga, pintada",
			"La antigua oficina de correos, puerta lateral", "Alguien llegó antes. ¡Lo sentimos!"},
		{"es", "Cualquier fin de semana de diciembre", "Carpintería y una furgoneta", "Puedo traer a dos amigos.", "",
			"Estantes, primera mano", "Llame en la tienda", "Ahora mismo no podemos guardarlo."},
	},
}
