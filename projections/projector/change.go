package projector

// changes lists what a batch changed, for whoever shows it.
func (p prepared) changes() Change {
	b := p.l.build
	c := Change{Position: p.next.String(), Projection: b.Projection, Version: b.Version, Build: b.ID, Tables: map[string][]string{},
		Trace: p.trace}
	if p.rows != nil {
		c.Tables = p.rows.announced()
	}
	return c
}

// announced are the keys, by table, of the rows that a batch changed and that anybody is shown.
func (r *Rows) announced() map[string][]string {
	out := map[string][]string{}
	for _, w := range r.used() {
		t := w.t
		for _, e := range w.changed() {
			if t.shown == nil || t.shown(e.base) || t.shown(e.row) {
				out[t.name] = append(out[t.name], t.keyText(e.key))
			}
		}
	}
	return out
}

// Change says which rows a commit changed, by the text of their keys. Position is what the projection reflects now.
type Change struct {
	Position   string              `json:"position"`
	Projection string              `json:"projection"`
	Version    int                 `json:"version,omitempty"`
	Build      int64               `json:"build,omitempty"`
	Tables     map[string][]string `json:"tables"`
	Trace      string              `json:"traceparent,omitempty"` // of the commit, if it is traced
}
