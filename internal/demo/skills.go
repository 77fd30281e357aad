package demo

// skillsOf are the skills of the i-th member, in their own language. Some name none.
func skillsOf(i int, lang string) []string {
	written := map[int][]string{
		amina:    {"Electronics", "Soldering", "French and English"},
		lucas:    {"Comptabilité", "Permis B", "Lecture à voix haute"},
		sofia:    {"Catalogación", "Lectura en voz alta"},
		jonas:    {"Joinery", "Van licence", "German"},
		margaret: {"First aid", "Night shifts"},
		solene:   {"Couture", "Cuisine pour cinquante"},
		aoife:    {"First aid", "Rowing", "Coaching"},
	}
	if skills, is := written[i]; is {
		return skills
	}
	all := map[string][]string{
		"en": {"First aid", "Cooking", "Bookkeeping", "Van licence", "Sewing", "Gardening"},
		"fr": {"Premiers secours", "Cuisine", "Comptabilité", "Permis B", "Couture", "Jardinage"},
		"es": {"Primeros auxilios", "Cocina", "Contabilidad", "Carné de conducir", "Costura", "Jardinería"},
	}[lang]
	if i%4 == 3 {
		return nil
	}
	return []string{all[i%len(all)], all[(i+2)%len(all)]}
}

// Choice is a part of a member's page that they show or hide, by the names of the domain.
type Choice struct {
	Member int
	Part   string
	Shown  bool
}

// Choices are what members show of their pages beyond what whoever registers shows: most are listed, many show what they
// gave, some whom they follow, and one shows no place.
func (p *Plan) Choices() (all []Choice) {
	for i := range p.o.Members {
		if i%5 != 4 {
			all = append(all, Choice{i, "listed", true})
		}
		if i%2 == 0 || i == lucas {
			all = append(all, Choice{i, "given", true})
		}
		if i%3 == 0 {
			all = append(all, Choice{i, "following", true})
		}
		if i == carmen {
			all = append(all, Choice{i, "location", false})
		}
	}
	return all
}
