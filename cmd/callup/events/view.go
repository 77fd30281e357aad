package events

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/callup/callup/cmd/callup/cli"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/eventstore/catalog"
	"github.com/callup/callup/internal/app"
)

// eventLine is one event as it is listed and exported. Its JSON has a fixed order of fields and sorted keys in data: the
// same event gives the same bytes.
type eventLine struct {
	Position eventstore.Position `json:"position"`
	Time     time.Time           `json:"recorded_at"`
	Stream   string              `json:"stream"`
	Revision eventstore.Revision `json:"revision"`
	ID       ident.ID            `json:"id"`
	Type     string              `json:"type"`
	Version  int                 `json:"schema_version"` // as stored; data is in the present one
	Data     map[string]any      `json:"data"`
	Unread   string              `json:"unreadable,omitempty"` // why there is no data
	Metadata eventstore.Metadata `json:"metadata"`
}

// eventView shows events, masked or with personal data.
type eventView struct {
	b     *app.Base
	shown catalog.Shown
}

func newEventView(b *app.Base, personal bool, name catalog.Pseudonym) *eventView {
	return &eventView{b, catalog.Shown{Plain: personal, Pseudonym: name}}
}

// lines shows events. An event that only a newer program can read is shown without its data, in which everything
// personal is sealed anyway. A missing key is an error.
func (v *eventView) lines(ctx context.Context, events []eventstore.Recorded) ([]eventLine, error) {
	known := make([]any, 0, len(events))
	for _, r := range events {
		e, err := v.b.Catalog.Decode(r)
		switch {
		case errors.Is(err, catalog.ErrUnknown):
		case err != nil:
			return nil, err
		default:
			known = append(known, e)
		}
	}
	if err := v.b.Keys.Preload(ctx, v.b.Catalog.Subjects(known)); err != nil {
		return nil, err
	}
	out := make([]eventLine, len(events))
	for i, r := range events {
		line := eventLine{
			Position: r.Position, Time: r.Time, Stream: r.Stream, Revision: r.Revision, ID: r.ID, Type: r.Type, Version: r.Version,
			Metadata: r.Metadata,
		}
		var err error
		line.Data, err = v.b.Catalog.Show(ctx, v.b.Keys, r, v.shown)
		switch {
		case errors.Is(err, catalog.ErrUnknown):
			line.Unread = "only a newer program knows this type or version of event"
		case err != nil:
			return nil, err
		}
		if !v.shown.Plain {
			line.Metadata = masked(line.Metadata)
		}
		out[i] = line
	}
	return out, nil
}

// masked leaves out who acted, and the trace that leads to the server's own records of it: beside an anonymous gift
// either would name its giver.
func masked(m eventstore.Metadata) eventstore.Metadata {
	if kind, _, ok := strings.Cut(m.Actor, ":"); ok && kind == "member" {
		m.Actor = kind
	}
	m.Trace = ""
	return m
}

// canonical is a line of JSON as it is exported and digested.
func canonical(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return b.Bytes(), err
}

// eventPrinter prints events as they come.
type eventPrinter struct {
	w      io.Writer
	json   bool
	headed bool
}

func newEventPrinter(p *cli.Program, asJSON bool) *eventPrinter {
	return &eventPrinter{w: p.Stdout, json: asJSON}
}

const eventRow = "%10s  %-23s  %-24s  %-20s  %s\n"

func (o *eventPrinter) print(ctx context.Context, v *eventView, events []eventstore.Recorded) error {
	lines, err := v.lines(ctx, events)
	if err != nil {
		return err
	}
	for _, l := range lines {
		if o.json {
			b, err := canonical(l)
			if err != nil {
				return err
			}
			if _, err := o.w.Write(b); err != nil {
				return err
			}
			continue
		}
		if !o.headed {
			o.headed = true
			fmt.Fprintf(o.w, eventRow, "POSITION", "RECORDED", "TYPE", "ACTOR", "STREAM@REVISION")
		}
		fmt.Fprintf(o.w, eventRow, l.Position, l.Time.Format("2006-01-02 15:04:05.000"), l.Type, l.Metadata.Actor,
			fmt.Sprintf("%s@%d", l.Stream, l.Revision))
		if v.shown.Plain {
			b, err := canonical(l.Data)
			if err != nil {
				return err
			}
			fmt.Fprintf(o.w, "%12s%s", "", b)
		}
	}
	return nil
}
