//nolint:misspell // French
package demo

import "github.com/callup/callup/domain/money"

func frenchRegion() region {
	places := append(
		placesIn("Europe/Paris", money.EUR, "Marciac, Cluny, Saint-Céré, Die, Figeac, Vézelay, Crest, Sarlat, Millau, Barcelonnette, Saint-Flour, Pézenas, Dinan, Quimperlé, Bayeux, Guérande, Joigny, Tournus, Ribeauvillé, Nantua, Céret, Forcalquier, Mirepoix, Redon"),
		placesIn("Europe/Brussels", money.EUR, "Durbuy, Dinant, Thuin, Bouillon, Stavelot, Chimay, Malmedy, Ciney, Gembloux, Nivelles, Spa, Huy")...)
	return region{
		lang: "fr", places: places,
		quarters: []string{"quartier de la gare", "vieille ville", "bas du village", "côté rivière", "faubourg nord", "quartier des moulins"},
		endings: []string{
			"S’il reste quelque chose, cela ira à la réparation suivante. La liste est affichée à l’entrée, tout le monde peut la lire.",
			"Si l’argent manque ce mois-ci, venez porter des planches. Il y a toujours des planches, et toujours du café.",
			"Chaque facture est photographiée et publiée ici. Posez vos questions, l’un de nous répond le soir même.",
			"Nous nous retrouvons le premier lundi du mois. Apportez une tasse et un avis.",
			"On nous a promis beaucoup de choses. Celle-ci, nous pouvons la faire nous-mêmes.",
		},
		purposes: []purpose{
			{
				category: "community", low: 900, high: 5500, hours: 80,
				needs: []Need{{"Table pliante", 10, "", ""}, {"Chaise empilable", 60, "", ""}},
				title: "Un toit neuf pour la salle des fêtes à {place}", description: "Le lundi la gymnastique, le vendredi l’épicerie solidaire, en juin les mariages, et toute l’année un seau sous la fuite. Offrons-lui la retraite.",
				story: "La salle des fêtes de {place} a tout vu : les bals, les bureaux de vote, les nuits d’inondation. Depuis l’hiver dernier elle prend l’eau du côté de la pluie.\n\nTrois couvreurs sont venus. Celui que nous avons choisi n’est ni le moins cher ni le plus cher ; il s’est marié ici.",
			},
			{
				category: "education", low: 800, high: 3000, hours: 120,
				needs: []Need{{"Ordinateur portable de moins de six ans", 15, "", "Nous les effaçons et les réinstallons"}},
				title: "Une salle pour faire ses devoirs à {place}", description: "De la lumière, du chauffage, deux bénévoles et quinze ordinateurs, quatre après-midis par semaine, pour qui n’a pas de table tranquille.",
				story: "Une table tranquille est un luxe. À {place}, une trentaine d’enfants font leurs devoirs sur un lit superposé, au café ou dans le car.\n\nLa commune prête une salle. Il nous faut des lampes, des ordinateurs d’occasion et quelqu’un qui sache accorder un participe passé.",
			},
			{
				category: "environment", low: 900, high: 6000, hours: 160,
				title: "Rendre vie au ruisseau du moulin à {place}", description: "Du gravier à la place du béton : trois cents mètres où les truites et les enfants pourront de nouveau retourner les cailloux.",
				story: "Les anciens de {place} attrapaient les chabots à la main. Puis on a redressé le ruisseau et coulé du béton ; il passe maintenant comme s’il était en retard.\n\nLe syndicat de rivière a dessiné les plans, l’agriculteur a dit oui. Six jours de pelleteuse coûtent le plus cher ; les plantations, nous nous en chargeons.",
			},
			{
				category: "health", low: 1200, high: 4500,
				title: "Un défibrillateur à trois minutes de chaque porte à {place}", description: "Le plus proche est enfermé dans un bureau. Trois coffrets en façade, soixante personnes formées et des batteries pour huit ans.",
				story: "Quand le cœur s’arrête, trois minutes font la différence. Pour venir à {place}, les secours en mettent quatorze, les bons jours.\n\nLes coffrets seront à la pharmacie, au café et à l’école, ouverts jour et nuit. La formatrice donne ses soirées.",
			},
			{
				category: "sports", low: 1500, high: 9000, hours: 60,
				title: "De la lumière pour l’école de rugby à {place}", description: "Le ballon est ovale, le terrain est plat et à dix-sept heures il fait nuit. Six projecteurs LED rendent leurs mercredis aux plus petits.",
				story: "L’hiver, nos jeunes de {place} s’entraînent sur le parking du supermarché, parce qu’il est éclairé. Le gérant est très compréhensif.\n\nSix projecteurs sur les mâts existants suffisent. Ils consomment quatre fois moins, le club pourra donc les laisser allumés.",
			},
			{
				category: "animals", low: 800, high: 2500, hours: 40,
				needs: []Need{{"Laisse", 20, "", ""}, {"Couverture polaire", 40, "", "Propre"}},
				title: "Soigner les pensionnaires du refuge à {place}", description: "Dix-neuf chiens, trente et un chats et une chèvre qui s’appelle Gisèle. L’hiver, ils arrivent, et les factures aussi.",
				story: "Personne ne prévoit d’avoir besoin du refuge de {place}. On déménage, on tombe malade, on perd son travail. Les animaux arrivent avec une couverture et un jouet.\n\nNeuf sur dix retrouvent une maison. D’ici là il faut des vaccins, des soins et, pour Gisèle, une clôture plus haute.",
			},
			{
				category: "business", low: 2500, high: 14000, hours: 120,
				title: "Un café associatif sur la place à {place}", description: "Le dernier bar a fermé en mars. Vingt habitants reprennent le comptoir : un café à un euro, le journal, et la lumière allumée le soir.",
				story: "Depuis mars, à {place}, il n’y a plus d’endroit où attendre quelqu’un. Nous sommes vingt à avoir signé pour le bail.\n\nIl nous faut une machine à café, remettre la cuisine aux normes et repeindre. Les concerts du vendredi se sont organisés tout seuls.",
			},
			{
				category: "other", low: 800, high: 3500, hours: 90,
				title: "Remettre en marche l’horloge du clocher à {place}", description: "Elle indique quatre heures dix depuis 1987. L’horloger a trouvé la panne, le village veut retrouver l’heure.",
				story: "À {place}, on se donne rendez-vous « à l’heure de l’horloge » pour dire jamais. Elle s’est arrêtée un soir de 1987 et personne n’a su pourquoi.\n\nL’horloger de la vallée est monté : une roue, un câble et beaucoup de pigeons. Il remet tout en état et apprend à deux d’entre nous à la remonter.",
			},
		},
	}
}
