package commands_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-chi/chi/v5"

	"github.com/callup/callup/commands"
	"github.com/callup/callup/commands/campaigns"
	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/commands/giving"
	"github.com/callup/callup/commands/members"
	"github.com/callup/callup/commands/operations"
	"github.com/callup/callup/commands/reactors"
	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/donation"
	"github.com/callup/callup/domain/erasure"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/notice"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/internal/auth"
	"github.com/callup/callup/internal/mail"
	"github.com/callup/callup/internal/ports"
	"github.com/callup/callup/internal/problem"
	"github.com/callup/callup/internal/testing/golden"
)

// life is an installation in which one of everything happens, under keys that are always the same.
type life struct {
	*around
	url      string
	commands *command.Service
	said     []string
}

// TestStoredNames carries out one of every command, reactor and timer, and compares all names and ids that are stored with
// those of the first release. Where this test fails, a name changed that is stored: commands under their keys would be
// carried out twice, reactors would begin at the log's beginning and send every mail again, timers would find nobody. Give
// the name back; only what is new may be added to the golden file (make stored).
func TestStoredNames(t *testing.T) {
	t.Parallel()
	l := &life{around: &around{world: newWorld(t), waited: 9}}
	l.commands = l.service()
	l.serve()
	l.overHTTP()
	l.byOthers()
	l.byReactorsAndTimers()
	l.byErasure()
	l.aboutUpdates()
	l.aboutReviews()
	l.aboutShifts()
	l.aboutDrafts()
	l.aboutFeed()
	l.aboutTeams()
	l.aboutReports()
	l.aboutBlocks()
	l.aboutChecks()
	l.everyCommand()
	golden.Lines(t, "testdata/stored.golden", l.said, "What is stored has changed: give the name back.")
}

func (l *life) say(format string, args ...any) { l.said = append(l.said, fmt.Sprintf(format, args...)) }

func (l *life) serve() {
	r := chi.NewRouter()
	r.Use(func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
			if id, err := ident.Parse(r.Header.Get("Test-Member")); err == nil {
				r = r.WithContext(auth.WithPrincipal(r.Context(), auth.Principal{
					Member: id, Roles: strings.Fields(r.Header.Get("Test-Roles")), ProvedAt: l.now(),
				}))
			}
			next.ServeHTTP(rw, r)
		})
	})
	command.Register(problem.NewAPI(r, problem.NewWriter(discard()), "1"), l.commands, commands.All())
	server := httptest.NewServer(r)
	l.t.Cleanup(server.Close)
	l.url = server.URL
}

// send sends a command, whose key follows from its name and how often it was sent, and gives the thing that its answer names.
func (l *life) send(member ident.ID, name, body string) ident.ID {
	l.t.Helper()
	return l.sendAs(member, "", name, body)
}

// sendAs is send, by a member who has a role.
func (l *life) sendAs(member ident.ID, role, name, body string) ident.ID {
	l.t.Helper()
	req, err := http.NewRequestWithContext(l.t.Context(), http.MethodPost, l.url+"/api/commands/"+name, strings.NewReader(body))
	must(l.t, err)
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Idempotency-Key", fmt.Sprintf("the key of %s %d", name, l.n.Add(1)))
	if !member.IsNil() {
		req.Header.Set("Test-Member", member.String())
		req.Header.Set("Test-Roles", role)
	}
	res, err := http.DefaultClient.Do(req)
	must(l.t, err)
	defer func() { _ = res.Body.Close() }() // read to its end below
	answer, err := io.ReadAll(res.Body)
	must(l.t, err)
	if res.StatusCode != http.StatusOK {
		l.t.Fatalf("%s answers %d: %s", name, res.StatusCode, answer)
	}
	var thing struct {
		Campaign ident.ID `json:"campaign_id"`
		Donation ident.ID `json:"donation_id"`
		Pledge   ident.ID `json:"pledge_id"`
		Update   ident.ID `json:"update_id"`
		Shift    ident.ID `json:"shift_id"`
		Draft    ident.ID `json:"draft_id"`
		Post     ident.ID `json:"post_id"`
		Comment  ident.ID `json:"comment_id"`
		Page     ident.ID `json:"page_id"`
	}
	must(l.t, json.Unmarshal(answer, &thing))
	if !thing.Campaign.IsNil() {
		return thing.Campaign
	}
	if !thing.Post.IsNil() {
		return thing.Post
	}
	if !thing.Comment.IsNil() {
		return thing.Comment
	}
	if !thing.Page.IsNil() {
		return thing.Page
	}
	if !thing.Draft.IsNil() {
		return thing.Draft
	}
	if !thing.Update.IsNil() {
		return thing.Update
	}
	if !thing.Shift.IsNil() {
		return thing.Shift
	}
	if !thing.Pledge.IsNil() {
		return thing.Pledge
	}
	return thing.Donation
}

const wholeCampaign = `"title":"A roof","description":"It leaks.","story":"For years.","category":"community",
	"resource_types":["money","materials","time"],"currency":"EUR","goal_amount":500000,"time_goal_hours":12,
	"needs":[{"item":"Slate","quantity":12,"unit":"m²","note":"grey"}],"location":"Here","lang":"en","end_date":"2026-12-24",
	"time_zone":"Europe/Paris","beneficiary_name":"Bo","beneficiary_relationship":"friend","beneficiary_consent":true`

// overHTTP sends one of every command that people send.
func (l *life) overHTTP() {
	l.register(ada)
	l.send(ada, "revise-profile", `{"display_name":"Ada L.","bio":"I write.","location":"London","lang":"fr"}`)
	own := l.send(ada, "launch-campaign", `{`+wholeCampaign+`}`)
	bea := ident.Pair("member", "bea")
	other := l.send(bea, "launch-campaign", `{`+wholeCampaign+`}`)
	on := func(c ident.ID, more string) string { return `{"campaign_id":"` + c.String() + `"` + more + `}` }
	l.send(ada, "revise-campaign", on(own, `,"revision":0,`+wholeCampaign))
	l.send(ada, "pause-campaign", on(own, ""))
	l.send(ada, "resume-campaign", on(own, `,"revision":2`))
	guests := `,"amount":2500,"currency":"EUR","cover_fees":true,"message":"Go on",` +
		`"donor_name":"Guy","donor_email":"guy@example.org","lang":"es"`
	members := `,"amount":700,"currency":"USD","anonymous":true,"lang":"en"`
	for _, end := range []string{"paid", "cancelled", "declined", "expired", "lost", "open"} {
		guest := l.send(ident.Nil, "donate-money", on(own, guests))
		member := l.send(ada, "donate-money", on(other, members))
		for _, d := range []ident.ID{guest, member} {
			s := l.donation(d)
			switch end {
			case "paid":
				l.pay(s)
			case "cancelled":
				said := ports.PaymentEvent{ID: "cancelled " + d.String(), Kind: ports.PaymentCancelled, Donation: d, At: l.now()}
				if d == member {
					l.send(ada, "cancel-donation", `{"donation_id":"`+d.String()+`"}`)
				} else {
					l.hear(said)
				}
			case "declined":
				l.hear(ports.PaymentEvent{ID: "declined " + d.String(), Kind: ports.PaymentDeclined, Donation: d, At: l.now()})
			case "expired":
				l.hear(ports.PaymentEvent{ID: "expired " + d.String(), Kind: ports.PaymentExpired, Donation: d, At: l.now()})
			case "lost":
				l.hear(ports.PaymentEvent{ID: "pending " + d.String(), Kind: ports.PaymentPending, Donation: d, At: l.now()})
				l.payments.set(func(p *provider) { p.lookErr = ports.ErrNoPayment })
				_, err := giving.ReconcileDonation.Run(l.t.Context(), l.commands,
					command.Envelope{ID: ident.Pair("timer", d.String()), Actor: "timer"}, d)
				must(l.t, err)
			}
		}
		if end == "paid" {
			l.send(bea, "refund-donation", `{"donation_id":"`+member.String()+`","amount":100}`)
			l.send(ada, "refund-donation", `{"donation_id":"`+guest.String()+`"}`)
			_, err := giving.RefundDonation.Run(l.t.Context(), l.commands, operator("refund"),
				giving.RefundDonationBody{DonationBody: giving.DonationBody{DonationID: member}, Amount: 200})
			must(l.t, err)
		}
	}
	l.send(bea, "complete-campaign", on(other, ""))
}

// aboutUpdates sends one of every command about updates.
func (l *life) aboutUpdates() {
	by := ident.Pair("member", "dora")
	l.register(by)
	own := l.send(by, "launch-campaign", `{`+wholeCampaign+`}`)
	update := l.send(by, "post-campaign-update", `{"campaign_id":"`+own.String()+`","pin":true`+updateWords+`}`)
	for _, name := range []string{"unpin", "pin", "revise", "remove"} {
		more := map[string]string{"revise": updateWords}[name]
		l.send(by, name+"-campaign-update", onUpdate(own, update, more))
	}
}

// aboutReviews sends one of every command about reviews and suspensions.
func (l *life) aboutReviews() {
	by := ident.Pair("member", "dora")
	send := func(name string, id ident.ID, more string) {
		l.sendAs(by, auth.Moderator, name, `{"campaign_id":"`+id.String()+`"`+more+`}`)
	}
	changed := l.submitted(by, "changed")
	send("request-changes", changed, `,"reason":"Say who"`)
	l.send(by, "revise-campaign", `{"campaign_id":"`+changed.String()+`","resubmit":true,`+wholeCampaign+`}`)
	send("approve-campaign", changed, ``)
	send("suspend-campaign", changed, `,"reason":"A lie"`)
	send("reinstate-campaign", changed, ``)
	send("reject-campaign", l.submitted(by, "rejected"), `,"reason":"A lottery"`)
	l.send(by, "withdraw-campaign", `{"campaign_id":"`+l.submitted(by, "withdrawn").String()+`"}`)
}

// aboutChecks sends one of every command about what changed since an approval.
func (l *life) aboutChecks() {
	by := ident.Pair("member", "cleo")
	c := l.submitted(by, "checked")
	l.sendAs(by, auth.Moderator, "approve-campaign", `{"campaign_id":"`+c.String()+`"}`)
	l.send(by, "revise-campaign", `{"campaign_id":"`+c.String()+`",`+strings.Replace(wholeCampaign, "A roof", "A wall", 1)+`}`)
	l.sendAs(by, auth.Moderator, "check-campaign-changes", `{"campaign_id":"`+c.String()+`"}`)
}

// aboutReports sends one of every command about what is urgent, and about reports.
func (l *life) aboutReports() {
	by, watcher := ident.Pair("member", "dora"), ident.Pair("member", "hugo")
	own := l.send(by, "launch-campaign", `{`+wholeCampaign+`}`).String()
	l.send(by, "mark-urgent", `{"campaign_id":"`+own+`","reason":"The roof leaks"}`)
	l.sendAs(by, auth.Moderator, "remove-urgency", `{"campaign_id":"`+own+`","reason":"It has time"}`)
	l.register(watcher)
	reported := `{"kind":"campaign","thing_id":"` + own + `"`
	l.send(watcher, "file-report", reported+`,"reason":"scam","words":"A lie"}`)
	l.sendAs(by, auth.Moderator, "dismiss-reports", reported+`,"up_to":"2026-11-20T09:00:00Z"}`)
	m := &matrix{life: l, owner: by}
	at := m.posted()
	said := `{"comment_id":"` + l.send(by, "write-comment", at+`,"text":"No","lang":"en"}`).String() + `"`
	l.send(watcher, "file-report", strings.Replace(said, `"comment_id"`, `"kind":"comment","thing_id"`, 1)+`,"reason":"spam"}`)
	l.sendAs(by, auth.Moderator, "remove-comment", said+`,"reason":"It insults people"}`)
	l.sendAs(by, auth.Moderator, "remove-post", at+`,"reason":"It insults people"}`)
}

// aboutShifts sends one of every command about shifts.
func (l *life) aboutShifts() {
	by, helper := ident.Pair("member", "dora"), ident.Pair("member", "hugo")
	l.register(helper)
	own := l.send(by, "launch-campaign", `{`+wholeCampaign+`}`)
	at := l.send(by, "publish-shift", `{"campaign_id":"`+own.String()+`"`+shiftWords(l.now(), 4)+`}`)
	l.send(by, "revise-shift", onShift(at, shiftWords(l.now(), 11)))
	l.send(helper, "join-shift", onShift(at, `,"lang":"en"`))
	l.send(helper, "leave-shift", onShift(at, ""))
	l.send(by, "cancel-shift", onShift(at, `,"reason":"Rain"`))
}

// aboutDrafts sends one of every command about drafts, and lets the slug of one be released whose launch was cut off.
func (l *life) aboutDrafts() {
	by := ident.Pair("member", "edda")
	l.register(by)
	draft := l.send(by, "begin-draft", `{`+wholeCampaign+`}`)
	l.send(by, "save-draft", onDraft(draft, 1, `,`+wholeCampaign))
	l.send(by, "launch-draft", onDraft(draft, 2, `,`+wholeCampaign))
	l.send(by, "discard-draft", onDraft(l.send(by, "begin-draft", `{`+wholeCampaign+`}`), 1, ``))
	cut := l.send(by, "begin-draft", `{`+wholeCampaign+`}`)
	body := campaigns.SaveDraftBody{DraftBody: campaigns.DraftBody{DraftID: cut, Number: 1}, ContentBody: content()}
	body.Title = "Cut off"
	_, err := campaigns.LaunchDraft.Run(l.t.Context(), l.dying(campaign.Category), l.env().For(by), body)
	if !errors.Is(err, errCutOff) {
		l.t.Fatalf("the process did not die: %v", err)
	}
	l.settle(l.commands, "cut-off")
}

// register brings a member into being.
func (l *life) register(id ident.ID) {
	l.t.Helper()
	env := command.Envelope{ID: ident.Command("member:"+id.String(), "sign up"), Actor: "member:" + id.String()}
	_, err := members.RegisterMember.Run(l.t.Context(), l.commands, env, members.Registration{
		Member: id, Name: "Ada", Email: email(id), Lang: "en",
	})
	must(l.t, err)
}

func operator(what string) command.Envelope {
	return command.Envelope{ID: ident.Command("operator", what), Actor: "operator"}
}

func (l *life) pay(s donation.State) {
	l.t.Helper()
	l.hear(ports.PaymentEvent{
		ID: "paid " + s.ID.String(), Kind: ports.PaymentPaid, Donation: s.ID, Reference: "pay_" + s.ID.String(),
		Amount: s.Terms.Charge(), Begun: l.now(), At: l.now(),
	})
}

func (l *life) hear(e ports.PaymentEvent) {
	l.t.Helper()
	_, err := giving.HearPayment(l.t.Context(), l.commands, e)
	must(l.t, err)
}

// byOthers carries out what operators ask for, and a launch that is given up.
func (l *life) byOthers() {
	ctx := l.t.Context()
	id := l.launch(l.commands).CampaignID
	for _, on := range []bool{true, false} {
		_, err := campaigns.FeatureCampaign.Run(ctx, l.commands, operator(fmt.Sprint("feature ", on)),
			campaigns.Featuring{Campaign: id, On: on})
		must(l.t, err)
	}
	_, err := operations.ReadPersonalData.Run(ctx, l.commands, operator("read"),
		operations.Disclosure{Reason: "to see", Selection: "all", By: "ana"})
	must(l.t, err)
	holder := ident.Pair("campaign", "cut off")
	must(l.t, l.keys.Ensure(ctx, holder, "campaign"))
	slug := ident.Pair(campaign.SlugCategory, "cut-off")
	_, err = command.Execute(ctx, l.handler(), campaign.SlugDecider, slug, operator("cut off"),
		campaign.ReserveSlug{Campaign: holder, Subject: holder, Slug: "cut-off"}.Decide)
	must(l.t, err)
	_, err = campaigns.ReleaseSlug.Run(ctx, l.commands, command.Envelope{ID: ident.Pair("timer", slug.String()), Actor: "timer"},
		slug)
	must(l.t, err)
}

type mailKeys struct{ l *life }

func (m mailKeys) Send(_ context.Context, msg mail.Message) error {
	m.l.say("mail %s", msg.Key)
	return nil
}

func (l *life) reactors() []reactors.Reactor {
	return reactors.All(reactors.Config{
		Catalog: l.cat, Keys: l.keys, Store: l.store, Commands: l.commands, Payments: l.payments,
		Timers: reactors.NewTimers(l.pool, l.commands, l.now, discard()),
		Mailer: mailKeys{l}, Stop: func(ident.ID, notice.Kind, string) string { return "" },
		Receipt: func(id ident.ID) string { return "https://callup.example/receipt/" + id.String() },
		Public:  "https://callup.example", SignOut: func(context.Context, ident.ID) error { return nil },
		Roles: func(_ context.Context, member ident.ID, roles []string) error {
			l.say("roles %v of %s", roles, member)
			return nil
		},
		Occasion: func(_ context.Context, _ ident.ID, _ string, at time.Time) (mail.Occasion, string, error) {
			return mail.Occasion{At: at}, "https://callup.example/auth/sign-out?token=a", nil
		},
		MemberWith: func(context.Context, string) (ident.ID, error) { return ident.Nil, nil },
		Forget: func(_ context.Context, member ident.ID) error {
			l.say("what %s pressed is forgotten", member)
			return nil
		},
	})
}

// byReactorsAndTimers hands every event to the reactors, as it is, and lists the timers that they set.
func (l *life) byReactorsAndTimers() {
	ctx := l.t.Context()
	all := l.reactors()
	for _, r := range all {
		for _, name := range slices.Sorted(slices.Values(r.Types)) { // their order means nothing
			l.say("reactor %s hears %s", r.Name, name)
		}
	}
	var at eventstore.Position
	for range 2 { // the second time, what became of the refunds
		batch, err := l.store.ReadAll(ctx, at, 1000, eventstore.Filter{})
		must(l.t, err)
		at = batch.Next
		for _, r := range batch.Events {
			for _, re := range all {
				if slices.Contains(re.Types, r.Type) {
					event, err := l.cat.Open(ctx, l.keys, r)
					must(l.t, err)
					must(l.t, re.Handle(ctx, r, event))
				}
			}
			event, err := l.cat.Decode(r)
			must(l.t, err)
			if e, ok := event.(donation.RefundRequested); ok {
				l.hear(ports.PaymentEvent{
					ID: "refunded " + e.Refund.String(), Kind: ports.PaymentRefunded, Donation: e.Donation, Refund: e.Refund,
					Amount: l.donation(e.Donation).Requested[e.Refund], At: l.now(),
				})
			}
		}
	}
}

// byErasure erases a member, and reads back whatever was stored.
func (l *life) byErasure() {
	ctx := l.t.Context()
	e := l.erasures(l.commands)
	state, _, err := e.EraseMember(ctx, operator("erase"), ada, erasure.ByMember)
	must(l.t, err)
	_, err = e.Undo(ctx, operator("undo"), state.ID)
	must(l.t, err)
	_, _, err = e.EraseMember(ctx, operator("erase again"), ada, erasure.ByMember)
	must(l.t, err)
	_, err = e.Begin(ctx, operator("begin"), state.ID)
	must(l.t, err)
	state, err = e.Advance(ctx, state.ID)
	must(l.t, err)
	guest, _, err := e.EraseGuest(ctx, operator("erase guest"), "guy@example.org", erasure.ByOperator)
	must(l.t, err)
	_, err = e.Begin(ctx, operator("begin guest"), guest.ID)
	must(l.t, err)
	_, err = e.Advance(ctx, guest.ID)
	must(l.t, err)
	for _, r := range l.reactors() {
		if r.Name == "erasures" { // the others have handled all that is theirs
			must(l.t, r.Handle(ctx, eventstore.Recorded{}, erasure.Completed{Erasure: guest.ID, At: l.now()}))
		}
	}
	var events []string
	batch, err := l.store.ReadAll(ctx, eventstore.Position{}, 1000, eventstore.Filter{})
	must(l.t, err)
	for _, r := range batch.Events {
		// A guest's id is drawn by lot, and all that follows from it.
		if strings.HasSuffix(r.Stream, guest.ID.String()) {
			events = append(events, fmt.Sprintf("event of a guest's erasure at %d: %s, by %s", r.Revision, r.Type, r.Metadata.Actor))
			continue
		}
		events = append(events, stored(r))
	}
	slices.Sort(events)
	l.said = append(l.said, events...)
	l.rows("key", `SELECT command::text || ' of ' || actor || ', body ' || body FROM command_keys ORDER BY 1`)
	l.rows("timer", `SELECT id::text || ' ' || command || ' ' || subject::text FROM timers ORDER BY 1`)
	l.rows("subject", `SELECT CASE kind WHEN 'guest' THEN 'any' ELSE subject::text END || ' ' || kind FROM subject_keys ORDER BY 1`)
	l.say("purged %v", state.Removed)
}

// stored says under which names and ids an event is stored.
func stored(r eventstore.Recorded) string {
	m := r.Metadata
	return fmt.Sprintf("event %s of %s at %d: %s, by command %s of %s, body %q, correlation %s, causation %s",
		r.ID, r.Stream, r.Revision, r.Type, m.Command, m.Actor, m.Body, m.Correlation, m.Causation)
}

// everyCommand lists the name of every command, and sends those that have a route once more, with the first of their bodies
// in the matrix: so a new command is listed with what it writes. What that is depends on no other command. The slug of a
// launch does, and is left out.
func (l *life) everyCommand() {
	cleo := &matrix{life: l, owner: ident.Pair("member", "cleo"), roles: map[ident.ID]string{}}
	l.register(cleo.owner)
	cleo.staff(cleo.owner, auth.Administrator)
	for _, name := range slices.Sorted(maps.Keys(bodies)) {
		m := cleo
		// They came later, and would move on those that follow in the same stream.
		if name == "change-avatar" || name == "choose-theme" || name == "choose-tracking" || name == "choose-visibility" ||
			name == "change-page-logo" ||
			strings.Contains(name, "page-editor") || strings.Contains(name, "page-invitation") || name == "leave-page" {
			m = &matrix{life: l, owner: ident.Pair("member", name)}
			l.register(m.owner)
		}
		h := fnv.New32a()
		h.Write([]byte(name))
		l.n.Store(int64(h.Sum32())) // the keys that follow are this command's own
		one, _ := bodies[name](m)
		_, before, err := l.store.Head(l.t.Context())
		must(l.t, err)
		status, code := m.asked(m.owner, name, "the one key of "+name, one)
		if status != http.StatusOK {
			l.t.Fatalf("%s answers %d %s", name, status, code)
		}
		batch, err := l.store.ReadAll(l.t.Context(), before, 1000, eventstore.Filter{})
		must(l.t, err)
		for _, r := range batch.Events {
			if !strings.HasPrefix(r.Stream, campaign.SlugCategory+"-") {
				l.say("command %s writes %s", name, stored(r))
			}
		}
	}
	var names []string
	for _, d := range definitions() {
		names = append(names, "command "+d.Name())
	}
	slices.Sort(names)
	l.said = append(l.said, names...)
}

func (l *life) rows(what, sql string) {
	l.t.Helper()
	rows, err := l.pool.Query(l.t.Context(), sql)
	must(l.t, err)
	defer rows.Close()
	for rows.Next() {
		var text string
		must(l.t, rows.Scan(&text))
		l.say("%s %s", what, text)
	}
	must(l.t, rows.Err())
}
