//nolint:misspell // Spanish
package demo

func physiotherapy() Campaign {
	return Campaign{
		Owner: carmen, Title: "Una fisioterapeuta para el valle, un día a la semana", Category: "health", Lang: "es",
		Location: "Benasque, Huesca", TimeZone: "Europe/Madrid",
		Description: "La consulta más cercana está a sesenta kilómetros de curvas. Con un año de alquiler y una camilla, Lucía puede venir todos los jueves.",
		Story: `En el valle vivimos mil seiscientas personas y la mitad hemos pasado de los sesenta. Para una sesión de rehabilitación hay que bajar a Barbastro: una hora de curvas de ida, otra de vuelta, y en invierno a veces ni eso.

Lucía nació aquí, trabaja en el hospital de Barbastro y quiere subir todos los jueves. El ayuntamiento le cede una sala del antiguo cuartel. Le falta casi todo lo demás.

Con 4 800 € pagamos la camilla, el equipo de electroterapia y el seguro y la calefacción del primer año. Después la consulta se mantiene con una cuota pequeña, y gratis para quien no pueda.

Ya hay cuarenta y tres nombres en la lista. El primero es el del cartero.`,
		Goal: eur(4800), Age: 22, Percent: 38, Weight: 12,
		ForName: "Los vecinos del valle de Benasque", Relationship: "community",
		Messages: []string{
			"Por las rodillas de mi abuela y por las del cartero.",
			"Cuarenta años subiendo puertos. Ya es hora de que alguien suba por nosotros.",
		},
	}
}

func floodlights() Campaign {
	return Campaign{
		Owner: carmen, Title: "Focos nuevos para el campo de Villaverde", Category: "sports", Lang: "es",
		Location: "Villaverde del Río, Sevilla", TimeZone: "Europe/Madrid",
		Description: "En noviembre anochece a las seis y los equipos infantiles dejan de entrenar. Ocho focos LED y dos postes les devuelven las tardes.",
		Story: `El campo de Villaverde tiene césped desde 1998, vestuarios desde 2006 y luz cuando le apetece. El mes pasado se apagó el último foco en mitad de un partido de alevines. Ganábamos.

Tenemos ciento doce niños y niñas en seis equipos. Mientras sea de noche a la hora de entrenar, solo juegan los sábados, y los más pequeños se van cansando de esperar.

Un electricista del pueblo monta los postes sin cobrar las horas. Los ocho focos, el cable y el permiso suman 4 500 €. Consumen la cuarta parte que los antiguos, así que el club podrá pagar la factura.

Las familias ya han vendido cuatrocientas rifas. Nos falta el último empujón.`,
		Cover: Picture{
			"pitch",
			"Dibujo: un equipo infantil entrena de noche bajo los focos del campo, con el pueblo al fondo.",
		},
		Goal: eur(4500), Hours: 70, EndsIn: 19, Age: 20, Percent: 55, Weight: 14,
		ForName: "La escuela de fútbol de Villaverde", Relationship: "community",
		Messages: []string{
			"¡Vamos, Villaverde! De un portero de la temporada 99.",
			"Para que el próximo partido no termine a oscuras.",
			"Compré diez rifas y no me tocó nada. Aquí va la revancha.",
		},
	}
}

func brassBand() Campaign {
	return Campaign{
		Owner: carmen, Title: "Seis clarinetes para la banda de Alcublas", Category: "other", Lang: "es",
		Location: "Alcublas, Valencia", TimeZone: "Europe/Madrid",
		Description: "La banda cumple 130 años y tiene más alumnos que instrumentos. Seis clarinetes de estudio bastan para que nadie ensaye con un palo de escoba.",
		Story: `En Alcublas somos seiscientos y sesenta tocamos en la banda. Es nuestra manera de llevar la cuenta de los años: por los pasodobles.

Este curso se han apuntado once niñas y niños a clarinete. Tenemos cinco. Los demás aprenden las posiciones con un palo de escoba marcado a lápiz, y hay que decir que algunos ya van mejor que nosotros.

Un taller de Liria nos guarda seis clarinetes de estudio revisados por 2 800 €, con estuche y cañas para un año. Se quedan en la escuela de música y pasan de mano en mano.`,
		Goal: eur(2800), EndsIn: 60, Age: 9, Percent: 8, Weight: 4,
		Needs:    []Need{{"Atril plegable", 12, "", ""}, {"Clarinete usado", 3, "", "Aunque necesite reparación"}},
		Messages: []string{"Mi padre tocó el bombo cuarenta años. Que siga sonando."},
	}
}

func library() Campaign {
	return Campaign{
		Owner: carmen, Title: "Libros nuevos para la biblioteca de Cudillero", Category: "education", Lang: "es",
		Location: "Cudillero, Asturias", TimeZone: "Europe/Madrid",
		Description: "Doscientos libros elegidos por los propios niños, estanterías bajas y una alfombra. La lista la escribieron ellos; ocupa tres cartulinas.",
		Story: `La biblioteca del puerto tiene vistas a los barcos y una sección infantil en la que el libro más nuevo es de 2009. Preguntamos a los niños qué querían leer. La lista ocupa tres cartulinas y empieza por los dragones.

Con 1 500 € compramos doscientos libros en la librería de Pravia, que nos hace descuento, y dos estanterías a la altura de quien mide un metro diez.

Actualización: ¡lo hemos conseguido! Los libros llegaron el martes. El primero en salir prestado fue, por supuesto, de dragones. Gracias a todos los que lo hicieron posible.`,
		Cover: Picture{
			"harbour",
			"Dibujo: dos niños leen sobre una alfombra en la biblioteca; por la ventana se ven los barcos y las casas de Cudillero.",
		},
		Goal: eur(1500), Hours: 30, Age: 38, Percent: 112, Weight: 14,
		ForName: "Los niños de Cudillero", Relationship: "community",
		Messages: []string{
			"Por los dragones.",
			"Aprendí a leer en esa sala, mirando los barcos de reojo.",
			"Un libro por cada uno de mis nietos. Son cinco, por ahora.",
		},
	}.ended(6)
}

func wildfire() Campaign {
	return Campaign{
		Owner: carmen, Title: "Después del incendio: agua y cercas para Villar del Encinar", Category: "emergency", Lang: "es",
		Location: "Villar del Encinar, Zamora", TimeZone: "Europe/Madrid",
		Description: "Once familias ganaderas se han quedado sin pasto, sin cercas y sin abrevaderos. Antes de que llegue el frío hay que poner de nuevo lo imprescindible.",
		Story: `El fuego pasó en una tarde por donde nuestros abuelos tardaron treinta años en plantar. No hubo que lamentar víctimas en el pueblo. Los animales se salvaron casi todos, porque alguien abrió las cancelas a tiempo.

Ahora mil doscientas ovejas y noventa vacas viven prestadas en prados de otros pueblos. Para traerlas a casa hacen falta cercas, agua y forraje hasta la primavera.

Hemos hecho las cuentas con la cooperativa: 22 000 € cubren veinte kilómetros de malla, cuatro depósitos y el primer camión de heno. Las compras se hacen en común y se publican una por una.

Cada fin de semana montamos cercas. Traiga guantes; la comida la ponemos nosotros.`,
		Goal: eur(22000), Hours: 600, EndsIn: 34, Age: 18, Percent: 33, Weight: 30,
		ForName: "Once familias ganaderas de Villar del Encinar", Relationship: "community",
		Needs: []Need{
			{"Bala de heno", 400, "", "Recogemos con camión a menos de 80 km"},
			{"Malla ganadera", 20, "km", ""},
			{"Poste de castaño", 2500, "", ""},
			{"Depósito de agua, 1 000 l", 4, "", ""},
		},
		Messages: []string{
			"De un pueblo que ardió en 1994 y volvió a ser verde.",
			"Para quien abrió las cancelas.",
			"El sábado subimos seis con guantes.",
		},
	}
}
