package demo

import "time"

// Talk is what two write to one another: two members, or a member and the team of a campaign.
type Talk struct {
	Member, Other int // members by their numbers; Other is nobody where the member writes to a team
	Team          int // the campaign, by its number, whose owner answers for it; -1: none
	Lines         []Line
	Read          bool // the first reads all of it
}

// Line is one message.
type Line struct {
	Answer     bool // of the second
	Text, Lang string
	At         time.Time
}

// none stands for no campaign.
const none = -1

// Talks are what members write to one another and to teams, the oldest first, in the last days before the demonstration's end.
func (p *Plan) Talks() (all []Talk) {
	for _, t := range []Talk{
		{Member: solene, Other: amina, Team: none, Read: true, Lines: []Line{
			{Lang: "fr", Text: "Bonjour Amina, auriez-vous encore le plan de câblage de la salle ? Nous faisons la même chose à l’école."},
			{Answer: true, Lang: "en", Text: "Of course! I’ll bring a copy on Saturday, or send you a photo tonight."},
			{Lang: "fr", Text: "Samedi, c’est parfait. Merci beaucoup !"},
		}},
		{Member: carmen, Team: 0, Lines: []Line{
			{Lang: "es", Text: "¡Hola! Tengo dos cables largos que ya no uso. ¿Os sirven para el taller?"},
			{Answer: true, Lang: "en", Text: "Yes, please! The yard door is open from nine on Saturday."},
			{Lang: "es", Text: "Perfecto, me paso el sábado por la mañana."},
		}},
		{Member: jonas, Other: amina, Team: none, Lines: []Line{
			{Lang: "en", Text: "Hello Amina, I read about the repair café. Could I borrow the cargo bike on Friday evening?"},
		}},
	} {
		if max(t.Member, t.Other) >= p.Members() || t.Team >= len(p.campaigns) {
			continue
		}
		for i := range t.Lines {
			t.Lines[i].At = p.Now().Add(-time.Duration(9*(len(t.Lines)-i)+4*len(all)) * time.Hour)
		}
		all = append(all, t)
	}
	return all
}
