package demo

// Complaint is what a member says about something that they report.
type Complaint struct{ Spam, Copied, Elsewhere string }

// Complaints are what members say, by their language.
var Complaints = map[string]Complaint{
	"en": {"I keep seeing this one everywhere.", "The words are from the page of another association.",
		"This belongs on the campaign's own page."},
	"fr": {"Je vois cette campagne partout.", "Les textes viennent de la page d’une autre association.",
		"Cela a sa place sur la page de la campagne."},
	"es": {"Veo esta campaña por todas partes.", "Los textos son de la página de otra asociación.",
		"Esto va en la página de la campaña."},
}
