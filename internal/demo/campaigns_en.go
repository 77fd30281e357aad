package demo

import (
	"github.com/callup/callup/domain/campaign"
)

func saintRoch() Campaign {
	return Campaign{
		Owner: amina, Title: "Reopen the Saint-Roch repair café", Category: "community", Lang: "en",
		Location: "Lyon, Saint-Roch", TimeZone: "Europe/Paris",
		Description: "The ceiling came down in June. We have the keys to a new room: help us wire it, furnish it and open the doors again on Saturdays.",
		Story: `Every Saturday for nine years, somebody in this room has kept a kettle, a bicycle or a winter coat out of the bin. In June the ceiling came down. Nobody was hurt, but the workshop has been shut since.

We have the keys to a new room on rue Perrod. It needs wiring, six benches and people who know which end of a soldering iron to hold.

The money pays for an electrician to sign off the wiring (2,600 €), a fire door (1,450 €), lamps and a first year of insurance. Everything else we build ourselves: the benches are drawn, the paint is chosen, and Mr. Ferrand has promised his lathe.

We used to welcome thirty people on a Saturday. Some came for the toaster, many came for the company. If we open before the winter, nobody has to spend it alone with a broken radiator.

Come by on a Thursday evening if you want to see the room first. There is coffee, and the machine works: we repaired it.`,
		Cover: Picture{
			"workshop",
			"Drawing: two people repair a radio at a workbench on a winter evening, under a lamp. Tools hang on the wall, and the roofs of Lyon are in the window.",
		},
		Goal: eur(6000), Hours: 120, EndsIn: 12, Age: 40, Percent: 71, Weight: 40, Featured: true,
		ForName: "The families of the Saint-Roch quarter", Relationship: "community",
		Needs: []Need{
			{"Workbench, solid top", 6, "", "About 160 × 70 cm, the heavier the better"},
			{"Soldering station", 4, "", "With temperature control"},
			{"Box of assorted screws", 12, "boxes", ""},
			{"LED ceiling lamp", 8, "", "4000 K, so that colours of wires can be told apart"},
			{"Sewing machine", 2, "", "Mechanical ones are easier for us to keep alive"},
			{"Tool wall or pegboard", 3, "m²", ""},
		},
		Messages: []string{
			"You saved my mother's radio in 2019. It still plays every morning.",
			"For the fire door. And for the coffee on Thursdays.",
			"My bicycle would be scrap without you. See you on rue Perrod!",
			"I learnt to solder here when I was eleven. Now I am an electrician; I will bring my tools too.",
			"Nine years of Saturdays deserve a tenth.",
		},
	}
}

func ixelles() Campaign {
	return Campaign{
		Owner: amina, Title: "Maths tutoring for 40 pupils in Ixelles", Category: "education", Lang: "en",
		Location: "Brussels, Ixelles", TimeZone: "Europe/Brussels",
		Description: "Forty pupils of École 12 want help with fractions, and forty chairs are waiting in the library. What is missing is you, one hour a week.",
		Story: `In September our teachers asked the twelve-year-olds of École 12 what they were afraid of. Spiders came third. Fractions came first.

We are the parents' council. The school lends us the library on Tuesdays and Thursdays from four to six, the town pays for the biscuits, and forty pupils have put their names on the list. We have eleven tutors. We need about twenty more.

You don't have to be a teacher. You have to like the moment when a face lights up. We prepare the exercises, and an experienced tutor sits with you the first two times.

Four hundred hours take the whole group through to the exams in June. One hour a week is perfect; one hour a month is still a face that lights up.`,
		Goal: eur(0), Hours: 400, Age: 33,
		ForName: "The pupils of École 12", Relationship: "community",
	}
}

func ahr() Campaign {
	return Campaign{
		Owner: jonas, Title: "Blankets and heaters after the Ahr flood", Category: "emergency", Lang: "en",
		Location: "Ahrweiler, Germany", TimeZone: "Europe/Berlin",
		Description: "Thirty-one houses on our street have no heating before the first frost. Warm blankets now, safe electric heaters this week.",
		Story: `The river came up at night, faster than anybody could carry. By the morning the cellars were full to the stairs, and every boiler on our street had drowned.

We are neighbours, not an organisation: a joiner, two nurses, a retired bus driver and their families. Since Sunday we have a list of thirty-one households and what each of them needs first. At the top of almost every list stands the same word: warmth.

An oil-filled radiator costs 79 €, a good blanket 24 €. An electrician from Mayschoß checks every socket before we plug anything in, and takes only what his petrol costs him.

Everything that comes in beyond the goal goes into the drying machines that we now rent by the day. The receipts hang on the door of the parish hall, and in the ledger here.`,
		Cover: Picture{
			"flood",
			"Drawing: neighbours carry blankets and a heater through a street of half-timbered houses at nightfall.",
		},
		Goal: eur(15000), EndsIn: 3, Age: 16, Percent: 123, Weight: 55, Featured: true,
		Urgent:  "The first frost is forecast for this weekend, and eleven houses are still cold.",
		ForName: "Thirty-one households on the Ahr", Relationship: "community",
		Needs: []Need{
			{"Warm blanket", 120, "", "New or freshly washed"},
			{"Oil-filled radiator", 50, "", "With overheating protection"},
			{"Extension lead, 3 × 1.5 mm²", 30, "", "No drum: they overheat rolled up"},
		},
		Messages: []string{
			"We had the Elbe in the kitchen in 2002. Somebody we never met sent us a heater. Now it is our turn.",
			"From the night shift of the Bonn fire station.",
			"Stay warm. We are thinking of you.",
			"For Frau Kessler on the corner, who always had sweets for us children.",
			"Our choir sang for you on Sunday. This was in the hat.",
			"Don't stop at thirty-one houses.",
		},
	}
}

func hedgehogs() Campaign {
	return Campaign{
		Owner: margaret, Title: "A warm winter for the Whitby hedgehog hospital", Category: "animals", Lang: "en",
		Location: "Whitby, North Yorkshire", TimeZone: "Europe/London",
		Description: "Sixty small patients are too light to hibernate. Heat pads, worming treatment and a great deal of cat biscuit will see them through to April.",
		Story: `It began with one hoglet in a shoebox by the Aga. That was eleven years ago. Last winter there were fifty-four of them in the shed, and this autumn the late litters have already filled every hutch.

A hedgehog has to weigh about six hundred grams to survive its winter sleep. The ones that people bring us weigh two or three hundred. They need warmth, medicine, a quiet corner, and somebody who gets up at five.

Twenty heat pads, a proper microscope and the vet's bill until spring come to £2,400. I have been asked what happens with anything above that. The answer is biscuits.

In April we carry them back to the gardens they came from, at dusk. You are welcome to walk along.`,
		Cover: Picture{
			"hedgehogs",
			"Drawing: three hedgehogs among autumn leaves in a garden by moonlight, and a fourth in a lit hutch.",
		},
		Goal: gbp(2400), Hours: 60, EndsIn: 26, Age: 30, Percent: 108, Weight: 20,
		Needs: []Need{
			{"Heat pad", 20, "", "Low voltage, chew-proof cable"},
			{"Cat biscuits", 90, "kg", "Poultry, no fish"},
			{"Old towels", 60, "", ""},
		},
		Messages: []string{
			"We had one under the shed all summer. For his cousins.",
			"From Class 3 at Ruswarp. We counted the coins twice.",
			"For biscuits, as promised.",
		},
	}
}

func dinnerVan() Campaign {
	return Campaign{
		Owner: denise, Title: "A van that brings dinner to Maple Street and beyond", Category: "nonprofit", Lang: "en",
		Location: "Burlington, Vermont", TimeZone: "America/New_York",
		Description: "We cook 140 dinners a night and deliver them in our own cars. Two of the cars have given up. A used refrigerated van would double our route.",
		Story: `Maple Street Kitchen is nine volunteers, a church basement and a very old stove. We cook for people who can't: new parents, people home from the hospital, people for whom the stairs have become too many.

Until this fall we drove the dinners out in our own cars. Then the Subaru's gearbox went, and in October so did Walt's truck. We have had to say no to twenty-two addresses, and every one of them has a name we know.

A dealer in Winooski holds a used refrigerated van for us until the end of the season: $9,500 with new tires and an inspection. Insurance and fuel are covered by the town for the first year.

If you can drive, we also need you. A route takes two hours, and you will be offered pie at least twice.`,
		Goal: usd(9500), Hours: 200, EndsIn: 45, Age: 27, Percent: 27, Weight: 16,
		ForName: "Maple Street Kitchen", Relationship: "community",
		Messages: []string{
			"You fed us for three weeks when the twins came early.",
			"Walt, get that truck off your lawn. Love, the Hendersons.",
			"My dad looks forward to the knock on the door more than to the food. Thank you.",
		},
	}
}

func benches() Campaign {
	return Campaign{
		Owner: margaret, Title: "A bench every 200 metres on the towpath", Category: "environment", Lang: "en",
		Location: "Skipton, North Yorkshire", TimeZone: "Europe/London",
		Description: "Some of us can still walk all the way to Gargrave, provided there is somewhere to sit down. Eight oak benches would give the canal back to everyone.",
		Story: `My neighbour Doreen is eighty-eight and walked the towpath every day of her life until this spring. She did not stop because of her legs. She stopped because there is nowhere to rest them.

The Canal Trust has given us permission for eight benches between the town and the second lock. A joiner in Embsay makes them from local oak, with arms to push yourself up by, for £400 each.

We will oil them ourselves every May. The first one goes by the willow, where Doreen used to feed the swans.`,
		Cover: Picture{
			"towpath",
			"Drawing: two old people sit on an oak bench beside a canal, with swans, a red narrowboat and a stone bridge.",
		},
		Goal: gbp(3200), Hours: 48, Age: 2,
		Needs: []Need{{"Linseed oil", 15, "litres", ""}},
	}
}

func shower() Campaign {
	return Campaign{
		Owner: denise, Title: "A ramp and a walk-in shower for Mr. Ortega", Category: "medical", Lang: "en",
		Location: "Silver City, New Mexico", TimeZone: "America/Denver",
		Description: "After his stroke our old music teacher can come home, if the house lets him in. The lumber is donated; the plumbing is not.",
		Story: `Half of this town learned to clap in rhythm from Mr. Ortega. He taught at the elementary school for thirty-four years and never once told a child that they couldn't sing.

In August he had a stroke. He is doing better than the doctors said he would, and he wants to come home. The rehab center will let him go as soon as there is a ramp to the porch and a shower without a step.

The lumber yard gives the wood and the high school's shop class builds the ramp. What costs money is the bathroom: $5,600 for the plumber, the tiles and the grab bars.

He asked us to say that whoever helps may request a song.`,
		Goal: usd(5600), Hours: 80, EndsIn: 21, Age: 12, Percent: 19, Weight: 8,
		ForName: "Rafael Ortega", Relationship: "friend",
		Messages: []string{
			"Third grade, recorder, terrible. You smiled anyway.",
			"My request: Cielito Lindo, on your own porch.",
		},
	}
}

func rowing() Campaign {
	return Campaign{
		Owner: aoife, Title: "Girls' rowing returns to Kinvara", Category: "sports", Lang: "en",
		Location: "Kinvara, County Galway", TimeZone: "Europe/Dublin",
		Description: "Twenty-six girls, two coaches and one leaking boat. We are building a boathouse so that the crew can train all winter and stay together.",
		Story: `In 1974 a girls' four from Kinvara won in Galway in a boat they had borrowed that morning. My mother sat in the bow. There has not been a girls' crew since, until last summer, when twenty-six of them turned up at the slip and asked where the oars were.

They row in one old skiff that has to be bailed between races. When the autumn storms come there is nowhere to keep a boat, so the season ends in September, and some of the girls with it.

The council leases us the ground by the old pier. A simple timber boathouse with a slip, a dry room and a small dock costs 60,000 €, and we have been promised half of every euro again by the sports fund once we reach the goal.

It is a long way. But so is Galway, and they rowed it.`,
		Goal: eur(60000), Hours: 900, EndsIn: 160, Age: 24, Percent: 4, Weight: 14,
		Needs: []Need{
			{"Skiff or four, seaworthy", 2, "boats", "On loan is welcome as well"},
			{"Life vest, sizes S and M", 26, "", "With a valid inspection"},
			{"Larch boards", 400, "m", ""},
		},
		Messages: []string{
			"I was cox in 1974. About time.",
			"From the lads' crew. We know you will be faster.",
		},
	}
}

// paused is the campaign after its owner stopped it for a while, days ago.
func (c Campaign) paused(ago int) Campaign {
	c.Close, c.ClosedAgo = campaign.OnHold, ago
	return c
}

// ended is the campaign after its owner closed it for good, days ago.
func (c Campaign) ended(ago int) Campaign {
	c.Close, c.ClosedAgo = campaign.Ended, ago
	return c
}
