package sandbox

import (
	"golang.org/x/text/language"

	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/internal/numfmt"
)

// texts are the words of the hosted page.
type texts struct {
	Lang, Title, Badge, NoMoney                              string
	Back, Paying, Email, Reference, Closes, Minutes, LastOne string
	Decide, DecideHint, Approve, Decline, Expire             string
	Simulate, SimulateHint, Delay, DelayHint, Twice, Order   string
	InOrder, DeclinedLate, ExpiredLate, RefundFirst          string
	Taken, TakenHint                                         string
	BadDelay, BadTaken, BadForm                              string
	PaidTitle, Paid, DeclinedTitle, Declined                 string
	ExpiredTitle, Expired, CancelledTitle, Cancelled         string
	ReplacedTitle, Replaced, Continue                        string
	Payments, GivenBack, After, AfterHint                    string
	Again, AgainHint, Return, ReturnHint                     string
	UnknownTitle, Unknown, RefusedTitle, Refused             string
	FailedTitle, Failed                                      string
	Later, LaterHint, UnderWayTitle, UnderWay                string
	Arrive, Bounce, Dispute, DisputeFinal, DisputeHint       string
	DisputedHint, Won, Lost, FailRefund, FailRefundHint      string
}

var english = texts{
	Lang: "en", Title: "Sandbox payment", Badge: "Sandbox", NoMoney: "No money moves. This page stands in for a bank, so that everything around it can be tried.",
	Back: "Step back", Paying: "You are giving", Email: "E-mail", Reference: "Reference", Closes: "Open for another", Minutes: "minutes", LastOne: "less than a minute",
	Decide: "What does the bank say?", DecideHint: "No card is asked for. Choose how this payment ends.", Approve: "Approve", Decline: "Decline", Expire: "Let it expire",
	Simulate: "Simulate trouble", SimulateHint: "The webhook that tells of your decision is signed and sent like a real one. It can be made to misbehave like one.",
	Delay: "Sent late, by seconds", DelayHint: "0 to 86,400", Twice: "Sent twice at the same moment", Order: "Order, when approved",
	InOrder: "As it happened", DeclinedLate: "An earlier decline is told after the payment", ExpiredLate: "An expiry is told after the payment", RefundFirst: "All is given back, which is told before the payment",
	Taken: "Take another amount, when approved", TakenHint: "Empty: the amount asked",
	BadDelay: "Write a whole number of seconds, from 0 to 86,400.", BadTaken: "Write an amount such as 12.50, more than zero.", BadForm: "That choice is not known. Nothing was decided.",
	PaidTitle: "Approved", Paid: "The payment was approved. No money moved.", DeclinedTitle: "Declined", Declined: "The payment was declined. Nothing was taken.",
	ExpiredTitle: "Expired", Expired: "This page was open too long. Nothing was taken.", CancelledTitle: "Stepped back", Cancelled: "You stepped back. Nothing was taken.",
	ReplacedTitle: "Replaced", Replaced: "A newer payment page took the place of this one. Nothing was taken here.", Continue: "Continue",
	Payments: "Payments of this gift", GivenBack: "given back", After: "Simulate trouble", AfterHint: "No money moves here either. What is told of it is signed and sent as by a real provider.",
	Again: "Pay once more", AgainHint: "As from a second tab, or after the back button: the same gift is paid a second time, by a payment of its own.",
	Return: "Give this payment back", ReturnHint: "As a provider may of its own accord: all that is left of this payment.",
	UnknownTitle: "No such payment", Unknown: "There is no payment at this address. No money moves here.", RefusedTitle: "Not taken", Refused: "The request came from another site. Nothing was decided.",
	FailedTitle: "Something went wrong on our side", Failed: "Your decision may not have been kept. Load the page again to see.",
	Later: "Pay by bank debit", LaterHint: "The money takes days to arrive. You decide afterwards whether it does.", UnderWayTitle: "On its way", UnderWay: "The bank debit is on its way. You decide here whether the money arrives.",
	Arrive: "The money arrives", Bounce: "The debit fails", Dispute: "Dispute, with an answer", DisputeFinal: "Dispute, no answer possible", DisputeHint: "The payer’s bank takes the money back. Some disputes can be answered for a week, others not at all.",
	DisputedHint: "This payment is disputed. How does the bank decide?", Won: "The organization wins", Lost: "The payer wins",
	FailRefund: "Let the last refund fail", FailRefundHint: "As when the payer’s account is closed: the money comes back to the provider.",
}

var french = texts{
	Lang: "fr", Title: "Paiement bac à sable", Badge: "Bac à sable", NoMoney: "Aucun argent ne circule. Cette page tient lieu de banque, pour que tout le reste puisse être essayé.",
	Back: "Revenir en arrière", Paying: "Vous donnez", Email: "E-mail", Reference: "Référence", Closes: "Encore ouverte", Minutes: "minutes", LastOne: "moins d’une minute",
	Decide: "Que répond la banque ?", DecideHint: "Aucune carte n’est demandée. Choisissez l’issue de ce paiement.", Approve: "Accepter", Decline: "Refuser", Expire: "Laisser expirer",
	Simulate: "Simuler des incidents", SimulateHint: "Le webhook qui annonce votre décision est signé et envoyé comme un vrai. Il peut aussi se comporter aussi mal.",
	Delay: "Envoyé en retard, en secondes", DelayHint: "De 0 à 86 400", Twice: "Envoyé deux fois au même instant", Order: "Ordre, si le paiement est accepté",
	InOrder: "Tel que cela s’est passé", DeclinedLate: "Un refus antérieur est annoncé après le paiement", ExpiredLate: "Une expiration est annoncée après le paiement", RefundFirst: "Tout est remboursé, ce qui est annoncé avant le paiement",
	Taken: "Prélever un autre montant, si le paiement est accepté", TakenHint: "Vide : le montant demandé",
	BadDelay: "Écrivez un nombre entier de secondes, de 0 à 86 400.", BadTaken: "Écrivez un montant comme 12,50, supérieur à zéro.", BadForm: "Ce choix n’existe pas. Rien n’a été décidé.",
	PaidTitle: "Accepté", Paid: "Le paiement a été accepté. Aucun argent n’a circulé.", DeclinedTitle: "Refusé", Declined: "Le paiement a été refusé. Rien n’a été prélevé.",
	ExpiredTitle: "Expiré", Expired: "Cette page est restée ouverte trop longtemps. Rien n’a été prélevé.", CancelledTitle: "Retour en arrière", Cancelled: "Vous êtes revenu en arrière. Rien n’a été prélevé.",
	ReplacedTitle: "Remplacée", Replaced: "Une page de paiement plus récente a pris la place de celle-ci. Rien n’a été prélevé ici.", Continue: "Continuer",
	Payments: "Paiements de ce don", GivenBack: "rendus", After: "Simuler des incidents", AfterHint: "Ici non plus, aucun argent ne circule. L’annonce est signée et envoyée comme celle d’un vrai prestataire.",
	Again: "Payer une fois de plus", AgainHint: "Comme depuis un second onglet, ou après un retour en arrière : le même don est payé une seconde fois, par un paiement distinct.",
	Return: "Rendre ce paiement", ReturnHint: "Comme un prestataire peut le faire de lui-même : tout ce qui reste de ce paiement.",
	UnknownTitle: "Paiement inconnu", Unknown: "Il n’y a aucun paiement à cette adresse. Aucun argent ne circule ici.", RefusedTitle: "Non reçu", Refused: "La demande venait d’un autre site. Rien n’a été décidé.",
	FailedTitle: "Un problème est survenu de notre côté", Failed: "Votre décision n’a peut-être pas été enregistrée. Rechargez la page pour le voir.",
	Later: "Payer par prélèvement", LaterHint: "L’argent met quelques jours à arriver. Vous décidez ensuite s’il arrive.", UnderWayTitle: "En cours", UnderWay: "Le prélèvement est en cours. Décidez ici si l’argent arrive.",
	Arrive: "L’argent arrive", Bounce: "Le prélèvement échoue", Dispute: "Litige, avec réponse", DisputeFinal: "Litige, sans réponse possible", DisputeHint: "La banque du donateur reprend l’argent. Certains litiges admettent une réponse pendant une semaine, d’autres aucune.",
	DisputedHint: "Ce paiement est contesté. Que décide la banque ?", Won: "L’organisation gagne", Lost: "Le donateur gagne",
	FailRefund: "Faire échouer le dernier remboursement", FailRefundHint: "Comme lorsque le compte du donateur est fermé : l’argent revient au prestataire.",
}

var spanish = texts{
	Lang: "es", Title: "Pago de prueba", Badge: "Entorno de pruebas", NoMoney: "No se mueve dinero. Esta página hace las veces de banco, para que se pueda probar todo lo demás.",
	Back: "Volver atrás", Paying: "Vas a donar", Email: "Correo", Reference: "Referencia", Closes: "Abierta todavía", Minutes: "minutos", LastOne: "menos de un minuto",
	Decide: "¿Qué responde el banco?", DecideHint: "No se pide ninguna tarjeta. Elige cómo termina este pago.", Approve: "Aprobar", Decline: "Rechazar", Expire: "Dejar que caduque",
	Simulate: "Simular problemas", SimulateHint: "El webhook que comunica tu decisión se firma y se envía como uno real. También puede portarse igual de mal.",
	Delay: "Enviado tarde, en segundos", DelayHint: "De 0 a 86 400", Twice: "Enviado dos veces a la vez", Order: "Orden, si se aprueba",
	InOrder: "Tal como ocurrió", DeclinedLate: "Un rechazo anterior se comunica después del pago", ExpiredLate: "Una caducidad se comunica después del pago", RefundFirst: "Se devuelve todo, y se comunica antes del pago",
	Taken: "Cobrar otro importe, si se aprueba", TakenHint: "Vacío: el importe pedido",
	BadDelay: "Escribe un número entero de segundos, de 0 a 86 400.", BadTaken: "Escribe un importe como 12,50, mayor que cero.", BadForm: "Esa opción no existe. No se ha decidido nada.",
	PaidTitle: "Aprobado", Paid: "El pago se ha aprobado. No se ha movido dinero.", DeclinedTitle: "Rechazado", Declined: "El pago se ha rechazado. No se ha cobrado nada.",
	ExpiredTitle: "Caducado", Expired: "Esta página estuvo abierta demasiado tiempo. No se ha cobrado nada.", CancelledTitle: "Has vuelto atrás", Cancelled: "Has vuelto atrás. No se ha cobrado nada.",
	ReplacedTitle: "Sustituida", Replaced: "Una página de pago más reciente ocupó el lugar de esta. Aquí no se ha cobrado nada.", Continue: "Continuar",
	Payments: "Pagos de esta donación", GivenBack: "devueltos", After: "Simular problemas", AfterHint: "Aquí tampoco se mueve dinero. El aviso se firma y se envía como el de un proveedor real.",
	Again: "Pagar otra vez", AgainHint: "Como desde una segunda pestaña, o tras volver atrás: la misma donación se paga por segunda vez, con un pago propio.",
	Return: "Devolver este pago", ReturnHint: "Como puede hacer un proveedor por su cuenta: todo lo que queda de este pago.",
	UnknownTitle: "Pago desconocido", Unknown: "No hay ningún pago en esta dirección. Aquí no se mueve dinero.", RefusedTitle: "No recibido", Refused: "La petición venía de otro sitio. No se ha decidido nada.",
	FailedTitle: "Algo ha fallado por nuestra parte", Failed: "Puede que tu decisión no se haya guardado. Vuelve a cargar la página para verlo.",
	Later: "Pagar por domiciliación", LaterHint: "El dinero tarda días en llegar. Después decides si llega.", UnderWayTitle: "En camino", UnderWay: "El cargo está en camino. Decide aquí si el dinero llega.",
	Arrive: "El dinero llega", Bounce: "El cargo falla", Dispute: "Disputa, con respuesta", DisputeFinal: "Disputa, sin respuesta posible", DisputeHint: "El banco de quien donó retira el dinero. Algunas disputas se pueden responder durante una semana, otras no.",
	DisputedHint: "Este pago está en disputa. ¿Qué decide el banco?", Won: "Gana la organización", Lost: "Gana quien donó",
	FailRefund: "Hacer fallar el último reembolso", FailRefundHint: "Como cuando se cierra la cuenta de quien donó: el dinero vuelve al proveedor.",
}

var (
	languages = map[string]texts{"en": english, "fr": french, "es": spanish}
	matcher   = language.NewMatcher([]language.Tag{language.English, language.French, language.Spanish})
)

// pageLanguage is the language of the page for a language asked for, or an Accept-Language header: en, fr or es.
func pageLanguage(asked string) string {
	tag, _ := language.MatchStrings(matcher, asked)
	base, _ := tag.Base()
	if _, ok := languages[base.String()]; ok {
		return base.String()
	}
	return "en"
}

// amountText writes an amount as the form does that led here: €1,234.50, 1 234,50 €, 1234,50 €.
func amountText(lang string, a money.Amount) string {
	return numfmt.Priced(lang, numfmt.Exact(lang, a.Minor), numfmt.Symbol(a.Currency))
}
