//nolint:misspell // Spanish
package demo

import "github.com/callup/callup/domain/money"

func spanishRegion() region {
	return region{
		lang:     "es",
		places:   placesIn("Europe/Madrid", money.EUR, "Albarracín, Frigiliana, Llanes, Ribadeo, Morella, Sos del Rey Católico, Urueña, Zuheros, Comillas, Olite, Besalú, Priego, Aracena, Cazorla, Trujillo, Medinaceli, Taramundi, Sepúlveda, Ezcaray, Cantavieja, Vejer, Montblanc, Allariz, Alquézar, Guadalupe, Requena, Potes, Laguardia, Moguer, Bocairent, Sigüenza, Ainsa, Betanzos, Hervás, Tarazona, Baeza"),
		quarters: []string{"barrio de la estación", "casco viejo", "barrio alto", "junto al río", "arrabal", "barrio nuevo"},
		endings: []string{
			"Si sobra algo, irá a la siguiente reparación. La lista está colgada en la puerta y la puede leer cualquiera.",
			"Si este mes no llega el dinero, venga a cargar tablas. Siempre hay tablas, y siempre hay café.",
			"Cada factura se fotografía y se publica aquí. Pregunte lo que quiera: alguien contesta esa misma tarde.",
			"Nos vemos el primer lunes de cada mes. Traiga una taza y una opinión.",
			"Nos han prometido muchas cosas. Esta podemos hacerla nosotros.",
		},
		purposes: []purpose{
			{
				category: "community", low: 900, high: 5500, hours: 80,
				needs: []Need{{"Mesa plegable", 10, "", ""}, {"Silla apilable", 60, "", ""}},
				title: "Un tejado nuevo para la casa del pueblo de {place}", description: "Los lunes gimnasia, los viernes banco de alimentos, en junio bodas, y todo el año un cubo bajo la gotera. Jubilemos al cubo.",
				story: "La casa del pueblo de {place} ha sido baile, colegio electoral y refugio. Desde el invierno pasado también es húmeda: las tejas del lado de la lluvia ya no dan más de sí.\n\nVinieron tres tejadores a verla. El que hemos elegido no es ni el más barato ni el más caro; celebró aquí su boda.",
			},
			{
				category: "education", low: 800, high: 3000, hours: 120,
				needs: []Need{{"Portátil de menos de seis años", 15, "", "Los borramos y los reinstalamos"}},
				title: "Una sala de estudio abierta en {place}", description: "Luz, calefacción, dos voluntarios y quince portátiles, cuatro tardes a la semana, para quien no tiene una mesa tranquila en casa.",
				story: "Una mesa tranquila es un lujo. En {place} una treintena de niños hacen los deberes en la litera, en el bar o en el autobús.\n\nEl ayuntamiento nos deja una sala. Faltan lámparas, unos portátiles de segunda mano y alguien que recuerde el subjuntivo.",
			},
			{
				category: "environment", low: 900, high: 6000, hours: 160,
				title: "Devolver la vida al arroyo de {place}", description: "Grava en lugar de hormigón: trescientos metros donde las truchas y los niños puedan volver a levantar piedras.",
				story: "Los mayores de {place} cogían cangrejos con la mano. Después encauzaron el arroyo con hormigón y ahora pasa como si llegara tarde.\n\nLa confederación ha aprobado el proyecto y el dueño del prado ha dicho que sí. Lo más caro son seis días de excavadora; de plantar nos encargamos nosotros.",
			},
			{
				category: "health", low: 1200, high: 4500,
				title: "Un desfibrilador a tres minutos de cada puerta en {place}", description: "El más cercano está bajo llave en una oficina. Tres armarios en la calle, sesenta personas formadas y baterías para ocho años.",
				story: "Cuando se para el corazón, tres minutos lo son todo. La ambulancia tarda catorce en llegar a {place}, los días buenos.\n\nLos armarios irán en la farmacia, el bar y la escuela, abiertos día y noche. La monitora regala sus tardes.",
			},
			{
				category: "sports", low: 1500, high: 9000, hours: 60,
				title: "Un frontón cubierto para el invierno en {place}", description: "Cuando llueve no se juega, y en invierno llueve. Una cubierta ligera devuelve las tardes a las tres escuelas deportivas.",
				story: "El frontón de {place} tiene ochenta años y la mejor pared de la comarca. Lo único que no tiene es techo.\n\nUn arquitecto del pueblo ha dibujado una cubierta que se monta en una semana. El hierro lo pone el taller a precio de coste.",
			},
			{
				category: "animals", low: 800, high: 2500, hours: 40,
				needs: []Need{{"Correa", 20, "", ""}, {"Manta polar", 40, "", "Limpia"}},
				title: "Veterinario para el refugio de {place}", description: "Diecinueve perros, treinta y un gatos y una cabra que se llama Gloria. En invierno llegan ellos, y también las facturas.",
				story: "Nadie tiene previsto necesitar el refugio de {place}. La gente se muda, enferma, pierde el trabajo. Los animales llegan con una manta y un juguete.\n\nNueve de cada diez encuentran casa. Mientras tanto hacen falta vacunas, curas y, en el caso de Gloria, una valla más alta.",
			},
			{
				category: "medical", low: 1800, high: 9000,
				title: "Un coche adaptado para llevar a los enfermos de {place}", description: "Diálisis, quimioterapia, revisiones: el hospital está a una hora. Con una furgoneta con rampa, nadie falta por no tener quien lo lleve.",
				story: "En {place} hay catorce personas que van al hospital varias veces por semana. Los taxis no tienen rampa y los hijos trabajan.\n\nOcho jubilados se han ofrecido a conducir por turnos. Falta la furgoneta; la hay de segunda mano, revisada y con rampa.",
			},
			{
				category: "nonprofit", low: 1500, high: 8000, hours: 150,
				title: "Una cocina para el comedor solidario de {place}", description: "Un plato caliente es también una conversación. Queremos cocinar donde hoy solo podemos recalentar.",
				story: "Cada mediodía comen en {place} unas treinta personas gracias a lo que traen los vecinos en táperes. El microondas hace saltar los plomos.\n\nSe han sumado un fontanero, una cocinera y un electricista. Les hacen falta unos fogones, una pila de verdad y una nevera que cierre.",
			},
		},
	}
}
