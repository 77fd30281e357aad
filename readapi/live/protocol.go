package live

import (
	"encoding/json"

	"github.com/callup/callup/internal/bus"
)

// Types of messages.
const (
	typeHello       = "hello"
	typeSubscribe   = "subscribe"
	typeUnsubscribe = "unsubscribe"
	typePong        = "pong"
	typeReady       = "ready"
	typeData        = "data"
	typeRefetch     = "refetch"
	typeError       = "error"
	typePing        = "ping"
)

// Codes of errors that no refusal of an answer gives.
const (
	codeMalformed      = "malformed_message"
	codePosition       = "malformed_position"
	codeHelloFirst     = "hello_first"
	codeUnknownTopic   = "unknown_topic"
	codeTooManyTopics  = "too_many_topics"
	codeUnavailable    = "unavailable"
	codeTooManyBad     = "too_many_bad_messages"
	codeTooMany        = "too_many_messages"
	codeSlow           = "slow_reader"
	codeSessionEnded   = "session_ended"
	codeSilent         = "no_answer"
	reasonClientClosed = "client_closed"
)

// Bounds of what clients send, in bytes.
const (
	maxMessage = 64 << 10
	maxTopic   = 100
	maxLang    = 35 // RFC 5646 section 4.4.1
	maxServer  = 64
)

// incoming is a message from a client. Fields it does not know are left alone: a newer client may say more.
type incoming struct {
	Type  string  `json:"type"`
	Token string  `json:"token"`
	Lang  string  `json:"lang"`
	Topic string  `json:"topic"`
	After *string `json:"after"`
	From  string  `json:"from"`

	after bus.Position
}

// badMessage is why a message can't be followed.
type badMessage struct{ code, topic string }

func (b *badMessage) Error() string { return b.code }

// parseMessage reads what a client sent; the error is a *badMessage.
func parseMessage(text []byte) (incoming, error) {
	var m incoming
	if err := json.Unmarshal(text, &m); err != nil {
		return incoming{}, &badMessage{code: codeMalformed}
	}
	if len(m.Topic) > maxTopic {
		return incoming{}, &badMessage{code: codeUnknownTopic}
	}
	if len(m.Lang) > maxLang || len(m.From) > maxServer {
		return incoming{}, &badMessage{code: codeMalformed}
	}
	switch m.Type {
	case typeHello, typePong:
		return m, nil
	case typeSubscribe, typeUnsubscribe:
		if m.After == nil {
			return m, nil
		}
		var err error
		if m.after, err = bus.ParsePosition(*m.After); err != nil {
			return incoming{}, &badMessage{codePosition, m.Topic}
		}
		return m, nil
	}
	return incoming{}, &badMessage{code: codeMalformed}
}

// outgoing is a message to a client.
type outgoing struct {
	Type     string `json:"type"`
	Server   string `json:"server,omitempty"`
	Topic    string `json:"topic,omitempty"`
	Position string `json:"position,omitempty"`
	More     bool   `json:"more,omitempty"`
	Kind     string `json:"kind,omitempty"`
	Code     string `json:"code,omitempty"`
	Data     any    `json:"data,omitempty"`
	Trace    string `json:"traceparent,omitempty"` // W3C trace context of what changed, if it is traced
}

// text is the message as it is sent. Only answers can fail to be written, and they are the caller's.
func (o outgoing) text() ([]byte, error) { return json.Marshal(o) }

// frame is a message made ready: its bytes are shared by all who get it.
type frame struct {
	key  frameKey
	kind string // for the metrics
	text []byte
}

// frameKey says what a message is about: the newest replaces one that still waits.
type frameKey struct {
	topic topicID
	about string
}

func (o outgoing) frame(topic topicID, about string) (frame, error) {
	text, err := o.text()
	if err != nil {
		return frame{}, err
	}
	return frame{frameKey{topic, about}, o.Kind, text}, nil
}
