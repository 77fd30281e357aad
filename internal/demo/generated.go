package demo

import (
	"strings"

	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/money"
)

// purpose is what a generated campaign is for; {place} in its words is where.
type purpose struct {
	category                  campaign.Kind
	low, high                 int64 // bounds of the goal in whole units of the currency; 0: asks for no money
	hours                     int64
	needs                     []Need
	title, description, story string
}

// region is where people of one language live and what they start campaigns for.
type region struct {
	lang     string
	places   []place
	quarters []string // parts of a place, used once every place has had every purpose
	purposes []purpose
	endings  []string // last paragraphs
}

type place struct {
	name, zone string
	currency   money.Currency
}

func placesIn(zone string, currency money.Currency, names string) []place {
	var p []place
	for n := range strings.SplitSeq(names, ", ") {
		p = append(p, place{n, zone, currency})
	}
	return p
}

// generator makes campaigns beyond the written ones.
type generator struct {
	seed    uint64
	regions []region
}

func newGenerator(seed uint64) generator {
	return generator{seed, []region{englishRegion(), frenchRegion(), spanishRegion()}}
}

// campaign is the i-th generated one, from 0. Every place has every purpose before a quarter is named, and every
// quarter before a title comes back.
func (g generator) campaign(i, members int) Campaign {
	reg := g.regions[i%len(g.regions)]
	n := i / len(g.regions)
	places, purposes := len(reg.places), len(reg.purposes)
	p := reg.purposes[n%purposes]
	// the step through the places makes neighbours in the list differ in both
	at := reg.places[(n/purposes+n%purposes*7)%places]
	quarter := n / (places * purposes) % (len(reg.quarters) + 1)
	r := dice(g.seed, "campaign", i)

	where, location := at.name, at.name
	if quarter > 0 {
		where += ", " + reg.quarters[quarter-1]
		location = where
	}
	fill := strings.NewReplacer("{place}", at.name).Replace
	c := Campaign{
		Owner: r.IntN(1<<20) % members, Category: p.category, Lang: reg.lang, Location: location, TimeZone: at.zone,
		Title: strings.ReplaceAll(p.title, "{place}", where), Description: fill(p.description),
		Story: fill(p.story) + "\n\n" + pick(r, reg.endings),
		Goal:  money.Of(0, at.currency), Hours: p.hours, Needs: p.needs,
		Age: 1 + r.IntN(maxAge), Percent: percents()[r.IntN(len(percents()))], Weight: 3 + r.IntN(10),
	}
	if c.Owner == sofia {
		c.Owner = amina // she gives, and starts nothing
	}
	if p.high > 0 {
		step := int64(50)
		if p.high > 5000 {
			step = 500
		}
		c.Goal.Minor = (p.low + r.Int64N((p.high-p.low)/step+1)*step) * 100
	}
	if r.IntN(10) < 7 {
		c.EndsIn = 2 + r.IntN(80)
	}
	switch d := r.IntN(100); {
	case d < 8:
		c = c.ended(r.IntN(c.Age))
		c.Percent += 40
	case d < 12:
		c = c.paused(r.IntN(c.Age))
	case d < 14:
		c.Featured = true
	}
	if c.Percent == 0 || c.Goal.Minor == 0 {
		c.Weight = 0
	}
	return c
}

// percents are how far generated campaigns get: a few nowhere, most some way, some beyond.
func percents() []int {
	return []int{0, 3, 8, 12, 17, 23, 28, 34, 39, 46, 52, 58, 64, 71, 77, 83, 88, 94, 101, 112, 131}
}

func englishRegion() region {
	places := append(
		placesIn("Europe/London", money.GBP, "Hebden Bridge, Stroud, Ludlow, Totnes, Bruton, Machynlleth, Hay-on-Wye, Pitlochry, Kirkwall, Settle, Keswick, Southwold, Corbridge, Bakewell"),
		append(
			placesIn("Europe/Dublin", money.EUR, "Dingle, Westport, Kilkenny, Clifden, Ennistymon, Birr, Carlingford, Schull, Kenmare, Sligo"),
			placesIn("America/New_York", money.USD, "Brattleboro, Saranac Lake, Beaufort, Berea, Floyd, Belfast, Littleton, Cold Spring, Hudson, Chestertown, Lititz, Gambier")...)...)
	return region{
		lang: "en", places: places,
		quarters: []string{"old town", "station quarter", "upper village", "by the river", "east end", "mill quarter"},
		endings: []string{
			"Whatever is left over goes to the next repair on the list, and the list hangs at the door for everyone to read.",
			"If money is short this month, come and carry something. There is always something to carry, and always tea.",
			"Every invoice is photographed and shown here. Ask us anything; one of us answers the same evening.",
			"We meet on the first Monday of the month. Bring a cup and an opinion.",
			"We have been promised a thousand things over the years. This one we can do ourselves.",
		},
		purposes: []purpose{
			{
				category: "community", low: 800, high: 5000, hours: 80,
				needs: []Need{{"Folding table", 10, "", ""}, {"Stacking chair", 60, "", ""}},
				title: "A new roof for the village hall in {place}", description: "Yoga on Mondays, the food bank on Fridays, weddings in June, and a bucket under the leak all year round. Let's retire the bucket.",
				story: "The hall in {place} has been christening parties, polling station and flood shelter. Since last winter it has also been damp: the slates on the weather side have had their day.\n\nThree roofers came to look. The one we chose is neither the cheapest nor the dearest, and he danced at his own wedding here.",
			},
			{
				category: "education", low: 800, high: 3000, hours: 120,
				needs: []Need{{"Laptop, not older than six years", 15, "", "We wipe and reinstall them"}},
				title: "A homework room that stays open in {place}", description: "Light, heating, two tutors and fifteen laptops, four afternoons a week, for anyone who has no quiet table at home.",
				story: "A quiet table is a luxury. In {place} thirty children do their homework on a bunk bed, in a café or on the bus.\n\nThe parish lends us a room. We need lamps, a second-hand set of laptops and someone who knows what a past participle is.",
			},
			{
				category: "environment", low: 900, high: 6000, hours: 160,
				title: "Bring the mill stream in {place} back to life", description: "Out with the concrete, in with the gravel: three hundred metres of stream where trout and children can turn over stones again.",
				story: "Old people in {place} remember catching bullheads with their hands. Then the stream was straightened and laid in concrete, and now it runs past as if it were late for something.\n\nThe river trust has drawn the plans and the farmer has said yes. A digger for six days is the largest item; the planting we do ourselves.",
			},
			{
				category: "health", low: 1200, high: 4500,
				title: "A defibrillator within three minutes of every door in {place}", description: "The nearest one hangs in a locked office. Three outdoor cabinets, training for sixty people, and batteries for eight years.",
				story: "When the heart stops, three minutes make the difference. The ambulance to {place} needs fourteen, on a good day.\n\nThe cabinets go on the pharmacy, the pub and the school, unlocked day and night. The first-aid trainer gives her evenings for nothing.",
			},
			{
				category: "sports", low: 1500, high: 9000, hours: 60,
				title: "Floodlit winter evenings for the juniors of {place}", description: "The ball is round, the pitch is flat, and from four o'clock it is dark. Six LED lamps give the under-twelves their Wednesdays back.",
				story: "Our juniors in {place} train in the car park of the supermarket, because it has lamps. The manager is very kind about the goalposts.\n\nSix lamps on the existing masts are enough. They use a quarter of the current, so the club can keep them lit.",
			},
			{
				category: "animals", low: 800, high: 2500, hours: 40,
				needs: []Need{{"Dog lead", 20, "", ""}, {"Fleece blanket", 40, "", "Washed"}},
				title: "Vet bills for the animal shelter in {place}", description: "Nineteen dogs, thirty-one cats and a goat called Gerald. Winter is when they come in, and when the bills do.",
				story: "Nobody plans to need the shelter in {place}. People move, fall ill, lose a job. Their animals come to us with a blanket and a favourite toy.\n\nWe find homes for nine out of ten. Until then they need vaccines, teeth and, in the case of Gerald, a stronger fence.",
			},
			{
				category: "nonprofit", low: 2000, high: 12000, hours: 200,
				title: "A kitchen for the night shelter in {place}", description: "A warm bed is a start, a warm meal is a conversation. We want to cook where we now only reheat.",
				story: "On cold nights twelve people sleep at the shelter in {place}. They get soup from a flask and a microwave that trips the fuse.\n\nA plumber, a cook and an electrician have joined the committee. What they need is a hob, a proper sink and a fridge that closes.",
			},
			{
				category: "emergency", low: 1000, high: 8000, hours: 100,
				needs: []Need{{"Dehumidifier", 12, "", "On loan for a month"}},
				title: "Drying out after the storm in {place}", description: "Eleven cellars, two workshops and the nursery are under water. Pumps today, dehumidifiers tomorrow, paint in spring.",
				story: "The storm took twenty minutes. Since then half of {place} has been carrying the other half's furniture up the stairs.\n\nWe hire machines by the week and share them by a list at the bakery. Those with insurance stand further down; they insisted on it.",
			},
		},
	}
}
