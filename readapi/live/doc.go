// Package live pushes what changed to browsers: /api/live, a websocket on which a client subscribes to topics.
//
// What is pushed is the answer that the corresponding GET gives, made by the same function for that viewer. A change
// makes one answer per topic, kind and class of viewers, however many watch, and the bytes are shared.
//
// Messages are JSON texts. The client begins with hello; then it subscribes and unsubscribes:
//
//	{"type":"hello","token":"…","lang":"en"}        token is absent for a visitor
//	{"type":"subscribe","topic":"…","after":"123","from":"…"}
//	{"type":"unsubscribe","topic":"…"}
//	{"type":"pong"}
//
// The server sends
//
//	{"type":"ready","server":"…"}                   hello was accepted
//	{"type":"data","topic":"…","position":"124","more":true,"kind":"…","data":…}
//	{"type":"refetch","topic":"…"}                  the client's answers may be out of date
//	{"type":"error","topic":"…","code":"…"}
//	{"type":"ping"}
//
// A kind is the id of the operation whose answer data is. Positions never go back within a topic and socket. Several
// data may share a position; more says that another follows. A push whose position lies before the one that a GET's
// answer reflects brings nothing that this answer has not.
//
// A subscription may say what the client has: everything up to the position after. That is the position of a GET's
// answer or, on resuming, the last one that was pushed without more; then from names the server that pushed it, as its
// ready said. Cut off between two pushes that belong together, the client gets both again. Another server, or the same
// one started anew, makes sure by sending everything or telling to fetch it: it may hear of the changes of one position
// in another order. So positions of pushes are compared only with those of the same server, and of what was read.
package live
