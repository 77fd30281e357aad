package live

import "slices"

// dirt is what is to be pushed on a topic.
type dirt struct {
	kinds   []bool // by their place in the family; nil: none
	refetch bool   // something that clients have may be out of date
}

func (d dirt) any() bool { return d.refetch || d.kinds != nil }

func (d dirt) has(kind int) bool { return kind < len(d.kinds) && d.kinds[kind] }

// add marks a kind of a family.
func (d *dirt) add(f *family, kind int) {
	if f.Kinds[kind].Refetch {
		d.refetch = true
		return
	}
	if d.kinds == nil {
		d.kinds = make([]bool, len(f.Kinds))
	}
	d.kinds[kind] = true
}

// effect is what a changed row of a table means for topics.
type effect struct {
	lookup   *Lookup // nil: the keys of rows are those of topics or items
	concerns []concern
	keyless  bool // whatever the keys are, the same topics are concerned

	waiting search        // for the lookup; guarded by the hub's mutex
	due     chan struct{} // capacity 1: something waits
}

// concern is a kind that is to be pushed on the topics of a family.
type concern struct {
	family *family
	kind   int // its place in the family
}

// effects says which tables concern which topics, and names the effects among them that a lookup leads to.
func effects(families []*family) (out map[string][]*effect, lookups []*effect) {
	out = map[string][]*effect{}
	for _, f := range families {
		for kind, k := range f.Kinds {
			for _, on := range k.On {
				add(out, on, concern{f, kind})
			}
		}
	}
	for _, all := range out {
		for _, e := range all {
			e.keyless = !slices.ContainsFunc(e.concerns, func(c concern) bool {
				return len(c.family.shapes) > 0 || c.family.Kinds[c.kind].Items != nil
			})
			if e.lookup != nil {
				lookups = append(lookups, e)
			}
		}
	}
	return out, lookups
}

// add puts what one lookup leads to under one effect.
func add(to map[string][]*effect, on On, c concern) {
	all := to[on.Table]
	if i := slices.IndexFunc(all, func(e *effect) bool { return e.lookup == on.Lookup }); i >= 0 {
		all[i].concerns = append(all[i].concerns, c)
		return
	}
	to[on.Table] = append(all, &effect{lookup: on.Lookup, concerns: []concern{c}, due: make(chan struct{}, 1)})
}

// names are those of what an effect concerns, for the log.
func (e *effect) names() []string {
	out := make([]string, len(e.concerns))
	for i, c := range e.concerns {
		out[i] = c.family.Name + " " + c.family.Kinds[c.kind].Name
	}
	return out
}
