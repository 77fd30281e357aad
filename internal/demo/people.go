package demo

import (
	"math/rand/v2"
	"strconv"
	"strings"

	"github.com/callup/callup/domain/staff"
	"github.com/callup/callup/internal/textfold"
)

// Password opens the account of every demo member. It is meant to be printed; demo data never enters an installation
// that is in production.
const Password = "callup-demo-only"

// FormerPassword opens them in installations that were filled before Password had the length that staff need.
const FormerPassword = "callup-demo"

// Domain of all demo addresses: reserved by RFC 2606, so that no mail ever reaches anybody.
const Domain = "example.org"

// Person is a member to be, or a guest.
type Person struct {
	Email, Name, Lang, Bio, Location string
}

// SignIn is a demo account worth telling, and what one sees with it: About while the member has the role, if one is named.
type SignIn struct{ Email, Name, About, Role string }

// SignIns are the accounts to print, as far as there are that many members.
func SignIns(members int) []SignIn {
	all := []SignIn{
		{"amina@" + Domain, "Amina Haddad", "organizer with campaigns of her own", ""},
		{"lucas@" + Domain, "Lucas Moreau", "organizer, reads French", ""},
		{"sofia@" + Domain, "Sofía Navarro", "supporter, reads Spanish", ""},
		{"jonas@" + Domain, "Jonas Weber", "administrator: messages to support, members and roles", staff.Administrator},
	}
	return all[:min(members, len(all))]
}

func writtenPeople() []Person {
	p := make([]Person, writtenCount)
	p[amina] = Person{
		"amina@" + Domain, "Amina Haddad", "en",
		"Electronics teacher, repairs on Saturdays. I believe most things can be mended, and most people like to be asked.", "Lyon, France",
	}
	p[lucas] = Person{
		"lucas@" + Domain, "Lucas Moreau", "fr",
		"Instituteur, père de deux enfants, coopérateur du dimanche. Je compte bien et je porte des caisses.", "Lagrasse, France",
	}
	p[sofia] = Person{
		"sofia@" + Domain, "Sofía Navarro", "es",
		"Bibliotecaria jubilada. Doy poco, pero a menudo, y siempre leo la historia entera.", "Zaragoza, España",
	}
	p[jonas] = Person{
		"jonas@" + Domain, "Jonas Weber", "en",
		"Joiner in Ahrweiler. Keeps the list of who needs what on our street.", "Ahrweiler, Germany",
	}
	p[margaret] = Person{
		"margaret@" + Domain, "Margaret Hollis", "en",
		"Retired district nurse. Up at five for hedgehogs, on the towpath by nine.", "Skipton, North Yorkshire",
	}
	p[denise] = Person{
		"denise@" + Domain, "Denise Carter", "en",
		"Runs a kitchen, a phone tree and a very old stove.", "Burlington, Vermont",
	}
	p[carmen] = Person{
		"carmen@" + Domain, "Carmen Ibáñez", "es",
		"Enfermera rural. Si algo falta en el pueblo, seguramente ya estoy llamando a alguien.", "Benasque, España",
	}
	p[solene] = Person{
		"solene@" + Domain, "Solène Perrin", "fr",
		"Maman d’Inès, bergère, toujours en retard et toujours contente.", "Saint-Jean-du-Gard, France",
	}
	p[matteo] = Person{
		"matteo@" + Domain, "Matteo Conti", "fr",
		"Clarinettiste, nourrisseur de chats, bénévole en trois langues.", "Sète, France",
	}
	p[aoife] = Person{
		"aoife@" + Domain, "Aoife O’Connor", "en",
		"Coach, boat-bailer, daughter of the bow of 1974.", "Kinvara, Ireland",
	}
	return p
}

// crowd makes people: the same number of the same seed is the same person, whoever else there is.
type crowd struct {
	seed    uint64
	written []Person
	origins []origin
	bios    map[string][]string
	places  map[string][]string
}

func newCrowd(seed uint64) crowd {
	return crowd{seed, writtenPeople(), origins(), bios(), places()}
}

// member is the i-th member.
func (c crowd) member(i int) Person {
	if i < len(c.written) {
		return c.written[i]
	}
	r := dice(c.seed, "member", i)
	p := c.anybody(r)
	p.Email = c.address(p.Name, "", i)
	if r.IntN(4) > 0 {
		p.Bio = pick(r, c.bios[p.Lang])
	}
	if r.IntN(5) > 0 {
		p.Location = pick(r, c.places[p.Lang])
	}
	return p
}

// guest is the i-th person who gives without an account. Some leave no address, and a few no name.
func (c crowd) guest(i int) Person {
	r := dice(c.seed, "guest", i)
	p := c.anybody(r)
	if r.IntN(10) < 7 {
		p.Email = c.address(p.Name, "g", i)
	} else if r.IntN(3) == 0 {
		p.Name = ""
	}
	return p
}

func (c crowd) anybody(r *rand.Rand) Person {
	o := pick(r, c.origins)
	family := pick(r, o.family)
	if r.IntN(9) == 0 {
		family = pick(r, pick(r, c.origins).family)
	}
	return Person{Name: pick(r, o.given) + " " + family, Lang: pick(r, o.langs)}
}

// address is a name's own address: number and seed keep people of one name apart.
func (c crowd) address(name, mark string, i int) string {
	local := strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z':
			return r
		case r == ' ':
			return '.'
		}
		return -1
	}, textfold.Fold(name))
	return local + "." + mark + strconv.Itoa(i) + "-" + strconv.FormatUint(c.seed, 36) + "@" + Domain
}

func pick[T any](r *rand.Rand, from []T) T { return from[r.IntN(len(from))] }
