// Package read makes the answers of the read API from declarations. A query is declared once, with Define; from that come
// its GET and its part in the API's document, who may ask, how long an answer may be kept, the tables it reads and with
// them reading one's own writes, its metric, and what is pushed to whom when a row changes.
//
// It knows no area of the app: those are packages beside it, each with a list of its queries.
package read

import (
	"context"
	"slices"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/internal/auth"
)

// May says who may ask for an answer.
type May string

// Who may ask. Where the answer depends on more than being signed in, its own SQL says so.
const (
	Anybody May = "anybody"
	Member  May = "member" // who is signed in; visitors are refused with sign_in_required
	Holder  May = "holder" // whoever knows its id, unless the answer refuses them

	// Staff have any of the roles. Who has a role, or is an administrator, may ask for what is for that role; members without
	// are refused with forbidden.
	Staff         May = "staff"
	Moderator     May = auth.Moderator
	Auditor       May = auth.Auditor
	Administrator May = auth.Administrator
)

var (
	errSignInRequired = domain.Refuse(domain.Unauthorized, "sign_in_required", "Please sign in.")
	errForbidden      = domain.Refuse(domain.Forbidden, "forbidden", "You may not see this.")
)

// SignedIn tells whether visitors are refused.
func (m May) SignedIn() bool {
	return m == Member || m == Staff || m.role()
}

func (m May) role() bool { return m == Moderator || m == Auditor || m == Administrator }

// Allows refuses a viewer who may not ask, as far as the answer itself doesn't: sign_in_required, forbidden,
// second_factor_required, staff_password_short.
func (m May) Allows(v Viewer) error {
	if !m.SignedIn() {
		return nil
	}
	if v.Member.IsNil() {
		return errSignInRequired
	}
	who := auth.Principal{Roles: v.Roles, Waiting: v.Waiting, ShortPassword: v.ShortPassword}
	switch {
	case m == Staff && len(v.Roles) == 0 && len(v.Waiting) > 0, m.role() && who.WaitsFor(string(m)):
		return who.Missing()
	case m == Staff && len(v.Roles) == 0, m.role() && !who.Has(string(m)):
		return errForbidden
	}
	return nil
}

// Sees says who is answered something of their own. All others are answered as visitors are.
type Sees struct {
	who      string
	insiders *Statement
	among    bool
}

// Who sees something of their own.
var (
	// Alike answers everybody the same: the answer is made for a visitor.
	Alike = Sees{who: "alike"}
	// EachMember is answered something of their own.
	EachMember = Sees{who: "each member"}
)

// Insiders are members whom a statement names; its arguments are the parts of a topic's key.
func Insiders(s *Statement) Sees { return Sees{"insiders", s, false} }

// Among are members whom a statement names among some; its argument is a list of those, in any topic.
func Among(s *Statement) Sees { return Sees{"some members", s, true} }

// IsAmong tells whether the statement is asked about some members, not about a topic.
func (s Sees) IsAmong() bool { return s.among }

// Statement gives the one that names insiders; nil where there are none to be named.
func (s Sees) Statement() *Statement { return s.insiders }

// String gives a word for it.
func (s Sees) String() string { return s.who }

// Query declares an answer of the read API.
type Query[In, Out any] struct {
	// ID is the operation's: it names the answer in the API's document, in metrics and in pushes.
	ID string
	// Path is that of the GET. An answer without one is asked for by documents alone.
	Path, Summary string
	May           May
	Sees          Sees
	// SQL are the statements that Answer may run. The tables they read are those that the answer reflects.
	SQL []*Statement
	// Answer makes the answer. In embeds ReadAfter if SQL reads tables.
	Answer func(*Call, In) (Out, error)
	// Live says what of it is pushed; nil where nothing is.
	Live *Live[In]
}

// Live declares what is pushed of an answer when a row changes that it was made of.
type Live[In any] struct {
	// Topic is what clients subscribe to, as live.Topic describes it. What stands for a name in braces is the path's
	// parameter of that name or, where there is none, the answer's field.
	Topic string
	// Own: each member has a topic of their own, whose key begins with the member's id.
	Own bool
	// Ask gives what is asked for a topic, by the parts of its key. Without it nothing needs to be said.
	Ask func(key []string) (In, error)
	// Items are pushed in place of the whole answer: single things of its list.
	Items *Items
	// Refetch has clients fetch the answer themselves.
	Refetch bool
	// On are the changed rows on which it is pushed.
	On []On
	// Quiet are the tables whose changed rows push nothing, each with the reason.
	Quiet []Quiet
}

// Items are single things of a list.
type Items struct {
	Kind string // of the pushes
	// Make gives the things that there are among some, by their keys; what it leaves out is not pushed. The same is pushed to
	// everybody but Insiders.
	Make func(c *Call, keys []string) (map[string]any, error)
	// Insiders names those among some members, its argument, for whom things are made by themselves; nil: nobody.
	Insiders *Statement
}

// On says which topics a changed row concerns.
type On struct {
	Table string
	// Lookup leads from keys of changed rows, its argument, to those of topics or items; nil: they are the same.
	Lookup *Statement
}

// ByKey says that the keys of changed rows begin with those of the topics, or items, that they concern. A topic without
// a name in braces is concerned by every row.
func ByKey(table string) On { return On{Table: table} }

// By says that a statement leads from changed rows to the topics that they concern.
func By(lookup *Statement, table string) On { return On{table, lookup} }

// Quiet is a table that an answer reads and whose changes are not pushed by themselves.
type Quiet struct{ Table, Because string }

// Area is a part of the app, and its queries.
type Area struct {
	Name    string
	Queries []Declared
}

// Declared is a query that was made by Define.
type Declared interface {
	About() *About
	service
}

// About is what is known of a query.
type About struct {
	ID, Path, Summary string
	May               May
	Sees              Sees
	Statements        []*Statement
	Tables            []string // that the statements read
	Implied           []string // those of them that only words stand for, as in {posts:readable}
	Reflects          bool     // an answer says which position it reflects, and waits for the one asked for
	Push              *Push    // nil: nothing is pushed
}

// Push is what is known of a query's pushes.
type Push struct {
	Topic        string
	Own, Refetch bool
	Kind         string
	Items        bool
	Insiders     *Statement // of items; nil: none
	On           []On
	Quiet        []Quiet
}

// Defined is a query that can be asked.
type Defined[In, Out any] struct {
	query Query[In, Out]
	about About
}

// Define makes a query of its declaration.
func Define[In, Out any](q Query[In, Out]) *Defined[In, Out] {
	var in In
	_, reflects := any(in).(reflecting)
	d := &Defined[In, Out]{q, About{
		ID: q.ID, Path: q.Path, Summary: q.Summary, May: q.May, Sees: q.Sees, Statements: q.SQL, Reflects: reflects,
		Tables: tablesOf(q.SQL), Implied: implied(q.SQL),
	}}
	if l := q.Live; l != nil {
		d.about.Push = &Push{Topic: l.Topic, Own: l.Own, Refetch: l.Refetch, Kind: q.ID, On: l.On, Quiet: l.Quiet}
		if l.Items != nil {
			d.about.Push.Kind, d.about.Push.Items, d.about.Push.Insiders = l.Items.Kind, true, l.Items.Insiders
		}
	}
	return d
}

// About gives what is known of the query.
func (d *Defined[In, Out]) About() *About { return &d.about }

// Answer makes the answer for a viewer, whom it does not check. Errors: what the query refuses.
func (d *Defined[In, Out]) Answer(ctx context.Context, s *Service, v Viewer, in In) (Out, error) {
	if d.query.Sees == Alike {
		v = Viewer{}
	}
	return d.query.Answer(&Call{ctx: ctx, Viewer: v, service: s, about: &d.about}, in)
}

// Pushed makes the answer that is pushed on a topic for a viewer.
func (d *Defined[In, Out]) Pushed(ctx context.Context, s *Service, v Viewer, key []string) (any, error) {
	var in In
	if d.query.Live.Ask != nil {
		var err error
		if in, err = d.query.Live.Ask(key); err != nil {
			return nil, err
		}
	}
	return d.Answer(ctx, s, v, in)
}

// Items makes the single things that are pushed to a viewer, by their keys.
func (d *Defined[In, Out]) Items(ctx context.Context, s *Service, v Viewer, keys []string) (map[string]any, error) {
	return d.query.Live.Items.Make(&Call{ctx: ctx, Viewer: v, service: s, about: &d.about}, keys)
}

// Tables gives the tables that some queries read, each once.
func Tables(queries ...Declared) []string {
	var all []*Statement
	for _, q := range queries {
		all = append(all, q.About().Statements...)
	}
	return tablesOf(all)
}

func tablesOf(all []*Statement) []string {
	tables := []string{}
	for _, s := range all {
		tables = append(tables, s.Tables...)
	}
	slices.Sort(tables)
	return slices.Compact(tables)
}

// implied are the tables that no statement names itself.
func implied(all []*Statement) []string {
	return slices.DeleteFunc(tablesOf(all), func(table string) bool {
		return slices.ContainsFunc(all, func(s *Statement) bool { return slices.Contains(s.Named, table) })
	})
}
