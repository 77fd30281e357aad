package demo

import "strings"

// origin is a set of names that go together, and the languages its people read Callup in.
type origin struct {
	langs  []string
	given  []string
	family []string
}

// origins are where the people of a demo come from. Those listed twice or with many names are met more often.
func origins() []origin {
	list := func(s string) []string { return strings.Split(s, ", ") }
	return []origin{
		{
			list("fr"),
			list("Camille, Léa, Manon, Chloé, Inès, Jeanne, Louise, Margaux, Hugo, Louis, Théo, Antoine, Baptiste, Étienne, Rémi, Gaëlle, Odile, Yves"),
			list("Martin, Lefèvre, Girard, Moreau, Rousseau, Garnier, Chevalier, Perrin, Marchand, Aubert, Roux, Faure, Blanchard, Guérin, Joly"),
		},
		{
			list("es"),
			list("Lucía, Marta, Paula, Elena, Carmen, Nuria, Rocío, Pilar, Javier, Álvaro, Sergio, Iñaki, Jordi, Andrés, Joaquín, Teresa"),
			list("García, Fernández, Ortega, Navarro, Molina, Ibáñez, Serrano, Vidal, Castro, Romero, Herrera, Peña, Aguirre, Soler"),
		},
		{
			list("en"),
			list("Emily, Grace, Hannah, Olivia, Ruth, Margaret, Imogen, Thomas, Oliver, George, Callum, Rhys, Harriet, Edward, Walter, Joan"),
			list("Hughes, Whitaker, Barnes, Fletcher, Ellis, Marsh, Holloway, Bennett, Thornton, Pryce, Campbell, Doyle, Ashworth, Reid"),
		},
		{
			list("fr"),
			list("Amina, Yasmine, Salma, Leïla, Nadia, Karim, Mehdi, Youssef, Samir, Rachid, Nour, Ilyes"),
			list("Benali, Haddad, Bouzid, Cherif, Mansouri, El Amrani, Belkacem, Ziani, Tazi, Khelifi"),
		},
		{
			list("fr"),
			list("Aïssatou, Fatou, Mariam, Aminata, Awa, Moussa, Ousmane, Ibrahima, Cheikh, Mamadou, Kadiatou"),
			list("Diallo, Traoré, Ndiaye, Koné, Camara, Sow, Keïta, Cissé, Sarr, Ouattara"),
		},
		{
			list("en"),
			list("Lena, Greta, Anke, Katharina, Jonas, Felix, Moritz, Lukas, Annika, Dieter, Matthias"),
			list("Weber, Schneider, Hoffmann, Keller, Brandt, Vogel, Lindner, Krause, Seidel, Baumann"),
		},
		{
			list("es"),
			list("Sofía, Valentina, Camila, Mateo, Santiago, Emiliano, Ximena, Renata, Diego, Catalina, Tomás"),
			list("Rojas, Mendoza, Salazar, Quispe, Cárdenas, Vargas, Benítez, Acosta, Paredes, Ríos"),
		},
		{
			list("en, fr"),
			list("Giulia, Chiara, Matteo, Lorenzo, Davide, Elisa, Paolo, Beatrice, Marta"),
			list("Conti, Ricci, Moretti, Galli, Ferrari, De Luca, Marchetti, Rinaldi"),
		},
		{
			list("en"),
			list("Priya, Anjali, Meera, Arjun, Rohan, Kavita, Vikram, Sunita, Dev"),
			list("Sharma, Patel, Nair, Iyer, Chowdhury, Mehta, Rao, Banerjee"),
		},
		{
			list("fr, en"),
			list("Linh, Mai, Thu, Minh, Quang, Wei, Mei, Jun, Haruka, Kenji"),
			list("Nguyen, Tran, Pham, Chen, Lin, Wong, Tanaka, Sato"),
		},
		{
			list("en, fr"),
			list("Zofia, Katarzyna, Ana, Ivana, Milica, Piotr, Marek, Tomasz, Luka, Oksana, Andriy"),
			list("Kowalska, Nowak, Zielinska, Petrović, Jovanović, Kovač, Shevchenko, Melnyk"),
		},
		{
			list("fr, es, en"),
			list("Inês, Beatriz, Catarina, João, Tiago, Rui, Fernanda, Gonçalo, Marisa"),
			list("Silva, Ferreira, Carvalho, Pinto, Almeida, Teixeira, Moura, Lopes"),
		},
		{
			list("en"),
			list("Saoirse, Aoife, Ciarán, Niamh, Declan, Orla, Fiona, Sven, Ingrid, Astrid, Freja, Nils"),
			list("O’Connor, Murphy, Kavanagh, Byrne, Lindqvist, Dahl, Nyberg, Holm"),
		},
		{
			list("en, fr"),
			list("Elif, Zeynep, Emre, Defne, Kerem, Aylin, Can, Meltem"),
			list("Yılmaz, Kaya, Demir, Şahin, Aydın, Arslan, Çelik"),
		},
	}
}
