package demo

import (
	"slices"
	"time"
)

// Post is what a member writes for all members.
type Post struct {
	Author     int // by their number; they write in Lang
	At         time.Time
	Text, Lang string
	Shares     int      // the number, from 1, of an earlier post that it shares; 0: none
	Felt       []string // by the members after the author, one after the other
	Comments   []Comment
	Posters    []int // the campaigns, by their numbers, whose posters it shows
	Pictures   []Picture
}

// Comment is what is said below a post, in its language: a reply by the author, others by members after them.
type Comment struct {
	Author int
	Text   string
	Reply  bool // to the last one that is none
}

// Posts are what members write, the oldest first, in the last days before the demonstration's end.
func (p *Plan) Posts() []Post {
	all := []Post{
		{
			Author: amina, Lang: "en", Felt: []string{"like", "like", "love", "laugh"},
			Text: "First cables are in. Four people, three thermoses and one very patient ladder: the whole left wall has power now. " +
				"On Saturday we do the ceiling.",
			Comments: []Comment{
				{Text: "I have two lamp holders from the old workshop. Shall I bring them on Saturday?"},
				{Text: "Yes, please! And the long extension lead.", Reply: true},
				{Text: "I can come at 8:30 with the van."},
			},
		},
		{
			Author: solene, Lang: "fr", Felt: []string{"love", "like", "love"},
			Pictures: []Picture{{"orchard", "Dessin : plantation de jeunes arbres avec les enfants, devant l’école."}},
			Text:     "Merci à tous ceux qui sont venus creuser sous la pluie. Les enfants ont donné un nom à chaque pommier.",
			Comments: []Comment{
				{Text: "Le mien s’appelle Gaston."},
				{Text: "On viendra lui rendre visite au printemps !", Reply: true},
			},
		},
		{
			Author: carmen, Lang: "es", Felt: []string{"like", "laugh"},
			Text: "Ayer ensayamos con los dos clarinetes nuevos. Los vecinos aplaudieron desde los balcones.",
		},
		{
			Author: jonas, Lang: "en", Felt: []string{"like", "like"},
			Text:     "Does anyone have a wheelbarrow to lend for a weekend? We bring it back washed.",
			Comments: []Comment{{Text: "Ours stands by the gate, just take it."}},
		},
		{
			Author: amina, Lang: "en", Felt: []string{"like", "love"}, Posters: []int{0},
			Text:     "Our poster is back from the printer’s. Who hangs one up in a shop window near by?",
			Comments: []Comment{{Text: "Two for the bakery, please."}},
		},
		{
			Author: margaret, Lang: "en", Shares: 1, Felt: []string{"love"},
			Text: "They still need hands for the ceiling. Whoever has never held a cable learns it there.",
		},
	}
	for i := range all {
		w := &all[i]
		w.At = p.o.Now.Add(-time.Duration(len(all)-i) * 17 * time.Hour)
		w.Author = p.organizer(w.Lang, w.Author)
		others := 0
		for k := range w.Comments {
			if c := &w.Comments[k]; c.Reply {
				c.Author = w.Author
			} else {
				c.Author = p.speaker(w.Lang, w.Author, others)
				others++
			}
		}
	}
	slices.SortStableFunc(all, func(a, b Post) int { return a.At.Compare(b.At) })
	return all
}
