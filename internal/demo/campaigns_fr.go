//nolint:misspell // French
package demo

func orchard() Campaign {
	return Campaign{
		Owner: lucas, Title: "Replanter le verger communal de Sainte-Foy", Category: "environment", Lang: "fr",
		Location: "Sainte-Foy-l’Argentière, Rhône", TimeZone: "Europe/Paris",
		Description: "Quarante-deux arbres fruitiers de variétés anciennes, plantés par les enfants de l’école, pour que la cour retrouve son ombre et le village ses pommes.",
		Story: `Le verger derrière l’école avait cent ans. La sécheresse en a pris la moitié, la tempête de mars a fait le reste. Il en reste quatre poiriers, un cognassier et une balançoire.

Avec la maîtresse, nous avons retrouvé dans les archives la liste de 1924 : calville blanc, reinette du Canada, poire curé, prune d’ente. Un pépiniériste de la vallée en a encore presque toutes les greffes et nous garde quarante-deux jeunes arbres jusqu’à la Sainte-Catherine.

L’argent paie les arbres, les tuteurs, une cuve pour l’eau de pluie et la clôture contre les chevreuils. Le reste, nous le ferons à la pelle, un dimanche, avec une soupe au bout.

Chaque classe adoptera une rangée. Les premiers fruits seront pour les enfants qui entrent cette année au cours préparatoire.`,
		Cover: Picture{
			"orchard",
			"Dessin : une enseignante et des enfants plantent de jeunes arbres dans le verger, devant l’école.",
		},
		Goal: eur(3800), Hours: 90, EndsIn: 38, Age: 29, Percent: 64, Weight: 18,
		ForName: "Les enfants de l’école de Sainte-Foy", Relationship: "community",
		Needs: []Need{
			{"Bêche ou louchet", 15, "", "Prêt bienvenu, à rapporter le soir même"},
			{"Compost mûr", 6, "m³", "Livraison possible au portail de l’école"},
			{"Piquet de châtaignier, 2 m", 84, "", ""},
		},
		Messages: []string{
			"J’ai appris à grimper dans ces arbres, en 1961. Vive la calville blanc !",
			"Pour une rangée de poiriers et une génération de confitures.",
			"Nous viendrons avec deux pelles et trois enfants.",
		},
	}
}

func wheelchair() Campaign {
	return Campaign{
		Owner: solene, Title: "Un fauteuil tout-terrain pour Inès", Category: "medical", Lang: "fr",
		Location: "Saint-Jean-du-Gard, Gard", TimeZone: "Europe/Paris",
		Description: "Inès a neuf ans et veut aller voir les chèvres de son grand-père. Entre la route et l’enclos, il y a trois cents mètres de cailloux.",
		Story: `Inès a neuf ans, un rire qu’on entend de loin et une maladie au nom compliqué qui l’empêche de marcher. À l’école, à la maison, son fauteuil convient très bien. Mais nous vivons en montagne.

Il existe un fauteuil à trois roues, avec une assistance électrique, qui passe dans les cailloux, dans l’herbe et même dans la neige. Nous l’avons essayé en septembre : pendant une heure, c’est elle qui nous attendait en haut du chemin.

Il coûte 6 900 €. La sécurité sociale et la mutuelle en prennent 3 000. Il nous manque 3 900 €, et l’atelier peut le régler à sa taille dès que la commande est passée.

Quand elle aura grandi, le fauteuil restera à la disposition des enfants de la vallée, à la maison de santé. C’est l’idée d’Inès.`,
		Cover: Picture{
			"goats",
			"Dessin : une fillette monte un chemin de cailloux dans un fauteuil à trois roues ; son grand-père l’attend près des chèvres.",
		},
		Goal: eur(3900), EndsIn: 5, Age: 21, Percent: 92, Weight: 28, Featured: true,
		Urgent:  "L’atelier tient son prix jusqu’à vendredi. Il manque les derniers trois cents euros.",
		ForName: "Inès", Relationship: "family",
		Messages: []string{
			"Bonjour aux chèvres de notre part !",
			"Toute la classe de CM1 de Mialet embrasse Inès.",
			"Prêter ensuite le fauteuil aux autres : quelle belle idée, Inès.",
			"Une petite pierre de moins sur le chemin.",
		},
	}
}

func grocery() Campaign {
	return Campaign{
		Owner: lucas, Title: "Rouvrir l’épicerie du village, à quinze", Category: "business", Lang: "fr",
		Location: "Lagrasse, Aude", TimeZone: "Europe/Paris",
		Description: "Madame Puech a fermé après quarante ans. Quinze voisins reprennent le bail en coopérative : il manque un frigo, une caisse et le premier stock.",
		Story: `Depuis janvier, la boîte de sel la plus proche est à dix-neuf kilomètres. Madame Puech a rendu son tablier après quarante ans, et personne n’a repris l’épicerie de la place.

Nous sommes quinze à ne pas vouloir nous y habituer : une infirmière, deux vignerons, un instituteur, des retraités. Nous avons fondé une coopérative, la mairie loue le local un euro symbolique, et treize producteurs de la vallée sont prêts à livrer.

Les 6 500 € servent à la vitrine réfrigérée (2 900 €), à une caisse aux normes, à remettre l’électricité en état et à remplir les rayons une première fois.

Il y aura du pain six jours sur sept, un point relais, un banc devant la porte. Et un cahier, comme avant, pour ceux qui paient à la fin du mois.`,
		Cover: Picture{
			"shop",
			"Dessin : l’épicerie de la place est ouverte, store rayé, cagettes de fruits et banc ; l’épicier tend un pain à un enfant.",
		},
		Goal: eur(6500), Hours: 150, EndsIn: 52, Age: 25, Percent: 41, Weight: 12,
		Needs: []Need{
			{"Étagère en bois", 8, "", "Largeur 1 m environ"},
			{"Balance de comptoir", 1, "", "Vérifiée de préférence"},
			{"Cagette", 60, "", ""},
		},
		Messages: []string{
			"Gardez-moi une part sur le cahier.",
			"Pour que ma grand-mère n’ait plus à demander qu’on l’emmène.",
		},
	}
}

func breadOven() Campaign {
	return Campaign{
		Owner: solene, Title: "Un four à pain partagé pour le hameau des Granges", Category: "community", Lang: "fr",
		Location: "Les Granges, Haute-Loire", TimeZone: "Europe/Paris",
		Description: "Le four banal de 1780 tient debout, sa voûte non. Un maçon, de la terre réfractaire et quelques bras le remettront au feu pour la fête de mai.",
		Story: `Au milieu du hameau, sous le tilleul, il y a un four que plus personne n’allume. Les anciens racontent que chaque famille y marquait sa miche avec un tampon de bois. On en a retrouvé sept dans les greniers.

La voûte s’est affaissée de douze centimètres. Maître Vidal, qui en a remonté une vingtaine, propose de diriger le chantier si nous fournissons les bras. Il demande 1 900 €, briques et terre comprises.

Le chantier est en pause pendant les gelées : la terre ne sèche pas. Nous rouvrons la collecte dès que le maçon peut reprendre. Merci à tous ceux qui ont déjà donné, les briques sont commandées.`,
		Cover: Picture{
			"oven",
			"Dessin : le soir, sous le tilleul, des habitants cuisent le pain dans le four du hameau.",
		},
		Goal: eur(1900), Hours: 110, Age: 36, Percent: 81, Weight: 13,
		Needs: []Need{{"Brique réfractaire", 300, "", ""}, {"Bois de chêne sec", 4, "stères", ""}},
		Messages: []string{
			"J’apporte le levain. Il a onze ans et bon caractère.",
			"Le tampon de ma famille est un trèfle. Il n’attend que vous.",
		},
	}.paused(4)
}

func harbourCats() Campaign {
	return Campaign{
		Owner: matteo, Title: "Une clinique mobile pour les chats libres de Sète", Category: "animals", Lang: "fr",
		Location: "Sète, Hérault", TimeZone: "Europe/Paris",
		Description: "Soigner et stériliser deux cents chats du port, quai par quai, avec une vétérinaire et une camionnette prêtée par la criée.",
		Story: `Les chats du port de Sète n’appartiennent à personne et tout le monde les connaît. Au printemps il y en avait trois cents. Sans soins, il y en aura cinq cents l’an prochain, et beaucoup ne verront pas l’hiver.

La docteure Lambert donne un dimanche par mois. La criée prête une camionnette. Nous, nous attrapons, nous veillons, nous relâchons au même quai.

Une stérilisation avec identification nous coûte 16 € de matériel et de médicaments. Deux cents chats, c’est 3 200 €. La mairie double chaque chat soigné avant l’été.`,
		Goal: eur(3200), Hours: 140, Age: 31, Percent: 102, Weight: 14,
		Needs: []Need{{"Caisse de transport", 25, "", ""}, {"Couverture polaire", 40, "", ""}},
		Messages: []string{
			"Pour le gros roux du quai de la Marine, qui dirige tout.",
			"Merci à la docteure Lambert pour ses dimanches.",
		},
	}.ended(2)
}
