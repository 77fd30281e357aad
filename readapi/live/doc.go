// Package live pushes what changed to browsers: /api/live, a websocket on which a client subscribes to topics.
//
// What is pushed is the answer that the corresponding GET gives, made by the same function for that viewer. A change
// makes one answer per topic, kind and class of viewers, however many watch, and the bytes are shared.
//
// Messages are JSON texts. The client begins with hello; then it subscribes and unsubscribes:
//
//	{"type":"hello","token":"…","lang":"en"}        token is absent for a visitor
//	{"type":"subscribe","topic":"…","after":"123"}  after: the position of what the client has
//	{"type":"unsubscribe","topic":"…"}
//	{"type":"pong"}
//
// The server sends
//
//	{"type":"ready"}                                hello was accepted
//	{"type":"data","topic":"…","position":"124","more":true,"kind":"…","data":…}
//	{"type":"refetch","topic":"…"}                  the client's answers may be out of date
//	{"type":"error","topic":"…","code":"…"}
//	{"type":"ping"}
//
// A kind is the id of the operation whose answer data is. Positions never go back within a topic and socket. Several
// data may share a position; more says that another follows. A client resumes after the last position that came
// without more: cut off between two that belong together, it gets both again. A push whose position lies before the one
// that a GET's answer reflects brings nothing that this answer has not.
package live
