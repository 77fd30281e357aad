package readapi_test

import (
	"context"
	"encoding/json"
	"log/slog"
	"maps"
	"net/http/httptest"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/callup/callup/commands/campaigns"
	"github.com/callup/callup/commands/giving"
	"github.com/callup/callup/commands/staff"
	"github.com/callup/callup/commands/support"
	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/domain/notice"
	"github.com/callup/callup/internal/auth"
	"github.com/callup/callup/internal/bus"
	"github.com/callup/callup/internal/ports"
	"github.com/callup/callup/internal/problem"
	"github.com/callup/callup/internal/ratelimit"
	"github.com/callup/callup/projections/projector"
	"github.com/callup/callup/projections/readmodel"
	"github.com/callup/callup/readapi"
	"github.com/callup/callup/readapi/live"
	"github.com/callup/callup/readapi/read"
)

// pushes is the live server of a world. A token is the id of the member who comes with it.
type pushes struct {
	*world
	server *httptest.Server
}

func (w *world) pushes() *pushes {
	w.t.Helper()
	log := slog.New(slog.DiscardHandler)
	topics, err := readapi.Topics(w.service, readapi.Areas())
	must(w.t, err)
	l, err := live.New(live.Config{
		Topics: topics, Problems: problem.NewWriter(log), Clock: time.Now, Random: func() float64 { return 0 }, Log: log,
		// everybody watches everything from one address
		Limit: ratelimit.New(ratelimit.Rule{Burst: 10_000, Every: time.Millisecond}, time.Now),
		Verify: func(_ context.Context, token string) (auth.Principal, error) {
			member, err := ident.Parse(token)
			if err != nil {
				return auth.Principal{}, domain.Refuse(domain.Unauthorized, "invalid_token", "The token is not one.")
			}
			return auth.Principal{Member: member, Roles: w.roles[member]}, nil
		},
		SessionAlive: func(context.Context, auth.Principal) (bool, error) { return true, nil },
		Head: func(ctx context.Context) (string, error) {
			_, at, err := w.config.Store.Head(ctx)
			return at.String(), err
		},
	})
	must(w.t, err)
	ctx, cancel := context.WithCancel(context.WithoutCancel(w.t.Context()))
	var running sync.WaitGroup
	p := &pushes{w, httptest.NewServer(l.Handler())}
	w.t.Cleanup(func() {
		at, stop := context.WithCancel(context.Background())
		stop() // nobody is waited for
		_ = l.Close(at)
		cancel()
		running.Wait()
		p.server.Close()
	})
	// Once it listens, all clients read everything again. A client that watches later gets each change by itself.
	first := p.watch(ident.Nil, "cards")
	running.Go(func() { _ = l.Run(ctx, w.changes) })
	first.until(func(m told) bool { return m.Type == "refetch" })
	must(w.t, first.conn.Close(websocket.StatusNormalClosure, ""))
	return p
}

// told is what the server sends.
type told struct {
	Type, Topic, Position, Kind, Code string
	Data                              json.RawMessage
}

// watching is a client's end of a socket.
type watching struct {
	t    *testing.T
	conn *websocket.Conn
	all  []told    // in the order of arrival
	last time.Time // when something came that was no ping
}

// watch subscribes to topics; it returns when the subscriptions stand.
func (p *pushes) watch(as ident.ID, topics ...string) *watching {
	p.t.Helper()
	conn, _, err := websocket.Dial(p.t.Context(), p.server.URL, nil) //nolint:bodyclose // the library says that nobody needs to
	must(p.t, err)
	conn.SetReadLimit(-1)
	p.t.Cleanup(func() { _ = conn.CloseNow() })
	c := &watching{t: p.t, conn: conn, last: time.Now()}
	token := ""
	if !as.IsNil() {
		token = as.String()
	}
	c.send(map[string]any{"type": "hello", "token": token})
	for _, topic := range topics {
		c.send(map[string]any{"type": "subscribe", "topic": topic})
	}
	c.send(map[string]any{"type": "unsubscribe", "topic": "none"}) // answered with an error, after what came before
	for c.next().Topic != "none" {
	}
	return c
}

func (c *watching) send(message map[string]any) {
	c.t.Helper()
	text, err := json.Marshal(message)
	must(c.t, err)
	must(c.t, c.conn.Write(c.t.Context(), websocket.MessageText, text))
}

// next takes a message, pings too. A minute without any other fails the test: pings come for ever.
func (c *watching) next() told {
	c.t.Helper()
	ctx, cancel := context.WithTimeout(c.t.Context(), time.Minute)
	defer cancel()
	_, text, err := c.conn.Read(ctx)
	must(c.t, err)
	var m told
	must(c.t, json.Unmarshal(text, &m))
	if m.Type != "ping" {
		c.last = time.Now()
	} else if silent := time.Since(c.last); silent > time.Minute {
		c.t.Fatalf("nothing came for %s; before that %+v", silent, c.all)
	}
	c.all = append(c.all, m)
	return m
}

// until takes messages until one is as wanted.
func (c *watching) until(wanted func(told) bool) told {
	c.t.Helper()
	for {
		if m := c.next(); wanted(m) {
			return m
		}
	}
}

func same(t *testing.T, a, b json.RawMessage) bool {
	t.Helper()
	var x, y any
	must(t, json.Unmarshal(a, &x))
	must(t, json.Unmarshal(b, &y))
	return reflect.DeepEqual(x, y)
}

// pushRow says who is pushed what the read API answers them, when something changes.
type pushRow struct {
	topic  string
	change func()
	get    string // the operation whose answer is pushed
	item   string // the id of the thing in the answer's list that is pushed
	to     []string
}

// pushRows are the rows of the queries that are live, by their kinds. make new-query adds a line, and writes the row beside
// the query's own tests.
var pushRows = map[string]func(*cast) pushRow{
	"campaign": func(c *cast) pushRow {
		return pushRow{topic: "campaign/" + c.campaign.String(), change: func() {
			c.pause(c.people["owner"], c.campaign)
			c.resume(c.people["owner"], c.campaign)
		}, get: "/api/campaigns/" + c.campaign.String(), to: everybody}
	},
	"campaign-supporters": func(c *cast) pushRow {
		at := c.campaign.String()
		return pushRow{topic: "campaign/" + at, change: c.giveAgain, get: "/api/campaigns/" + at + "/supporters", to: everybody}
	},
	"platform-totals": func(c *cast) pushRow {
		return pushRow{topic: "platform", change: c.giveAgain, get: "/api/platform/totals", to: everybody}
	},
	"platform-recent": func(c *cast) pushRow {
		return pushRow{topic: "platform", change: c.giveAgain, get: "/api/platform/recent", to: everybody}
	},
	"card": func(c *cast) pushRow {
		return pushRow{topic: "cards", change: c.giveAgain, get: "/api/campaigns", item: c.campaign.String(), to: everybody}
	},
	"donation": func(c *cast) pushRow {
		started := c.start(c.people["giver"], giving.DonateMoneyBody{CampaignID: c.campaign, Amount: 5_00, Currency: money.EUR})
		return pushRow{topic: "donation/" + started.String(), change: func() {
			c.saw(giving.HearPayment(c.t.Context(), c.commands, ports.PaymentEvent{
				ID: "paid at last", Kind: ports.PaymentPaid, Donation: started, Reference: "ref " + started.String(),
				Amount: euros(5), Begun: c.now(), At: c.now(),
			}))
		}, get: "/api/donations/" + started.String(), to: []string{"giver"}}
	},
	"me": func(c *cast) pushRow {
		return pushRow{topic: "me", change: func() { c.rename(c.people["giver"], "Giver II") }, get: "/api/me", to: []string{"giver"}}
	},
	"my-onboarding": func(c *cast) pushRow {
		return pushRow{topic: "me", change: func() { c.launch(c.people["giver"], content("Mill")) }, get: "/api/me/onboarding",
			to: []string{"giver"}}
	},
	"my-contributions": func(c *cast) pushRow {
		return pushRow{topic: "me", change: c.giveAgain, get: "/api/me/contributions", to: []string{"giver"}}
	},
	"my-notifications": func(c *cast) pushRow {
		return pushRow{topic: "notifications", change: c.giveAgain, get: "/api/me/notifications", to: []string{"giver", "owner"}}
	},
	"my-notification-choices": func(c *cast) pushRow {
		return pushRow{topic: "notifications", change: func() { c.choose(c.people["giver"], notice.GiftCompleted, false) },
			get: "/api/me/notification-choices", to: []string{"giver"}}
	},
	"inquiries": func(c *cast) pushRow {
		return pushRow{topic: "inquiries", change: func() {
			c.saw(support.WriteToSupport.Run(c.t.Context(), c.commands, c.env(), support.WriteToSupportBody{
				Name: "Ada", Email: "ada@example.org", Subject: "A question", Message: "How?", Lang: "en",
			}))
		}, to: castRoles}
	},
	"reports": func(c *cast) pushRow {
		return pushRow{topic: "reports", change: func() { c.report(c.people["other"], c.campaign, "It <lies>") },
			to: []string{auth.Moderator, auth.Administrator}}
	},
	"review": func(c *cast) pushRow {
		return pushRow{topic: "review", change: func() { c.submit(c.people["owner"], content("Mill")) },
			to: []string{auth.Moderator, auth.Administrator}}
	},
	"members": func(c *cast) pushRow {
		return pushRow{topic: "staff", change: func() {
			c.saw(staff.GrantRole.Run(c.t.Context(), c.commands, c.env(),
				staff.RoleBody{MemberID: c.people[auth.Auditor], Role: auth.Moderator}))
		}, to: []string{auth.Administrator}}
	},
	"my-campaigns": func(c *cast) pushRow {
		return pushRow{topic: "campaigns", change: c.giveAgain, get: "/api/me/campaigns", to: []string{"owner", coOrganizer}}
	},
	"campaign-shifts":     campaignShiftsPush,
	"campaign-attendance": campaignAttendancePush,
	"my-shifts":           myShiftsPush,
	"campaign-figures": func(c *cast) pushRow {
		at := c.campaign.String()
		return pushRow{topic: "campaign-figures/" + at, change: c.giveAgain, get: "/api/campaigns/" + at + "/figures",
			to: []string{"owner", coOrganizer}}
	},
	"gifts": func(c *cast) pushRow {
		return pushRow{topic: "gifts", change: c.giveAgain, get: "/api/admin/gifts", to: []string{auth.Administrator}}
	},
	"campaign-gifts": func(c *cast) pushRow {
		at := c.campaign.String()
		return pushRow{topic: "campaign-gifts/" + at, change: c.giveAgain, get: "/api/campaigns/" + at + "/gifts",
			to: []string{"owner", coOrganizer}}
	},
	"campaign-team":       campaignTeamPush,
	"my-invitations":      myInvitationsPush,
	"my-followed":         myFollowedPush,
	"my-blocks":           myBlocksPush,
	"campaign-pledges":    campaignPledgesPush,
	"campaign-updates":    campaignUpdatesPush,
	"page":                pagePush,
	"person":              personPush,
	"person-campaigns":    personCampaignsPush,
	"page-followers":      pageFollowersPush,
	"page-publications":   pagePublicationsPush,
	"page-campaigns":      pageCampaignsPush,
	"my-drafts":           myDraftsPush,
	"feed-item":           feedPush,
	"feed-news":           feedNewsPush,
	"post-comments":       postCommentsPush,
	"post-reactions":      postReactionsPush,
	"post":                postPush,
	"my-pledges":          myPledgesPush,
	"my-threads":          messagesPush("/api/me/threads"),
	"my-message-counts":   messagesPush("/api/me/message-counts"),
	"page-editors":        pageEditorsPush,
	"my-page-invitations": myPageInvitationsPush,
	"my-waiting": func(c *cast) pushRow {
		return pushRow{topic: "waiting", change: c.pledgeAgain, get: "/api/me/waiting", to: []string{"owner", coOrganizer}}
	},
	"my-given":        func(c *cast) pushRow { return pushRow{topic: "me", change: c.giveAgain, to: []string{"giver"}} },
	"my-transactions": func(c *cast) pushRow { return pushRow{topic: "me", change: c.giveAgain, to: []string{"giver"}} },
}

// giveAgain is another gift of the giver's.
func (c *cast) giveAgain() {
	c.give(c.people["giver"], giving.DonateMoneyBody{CampaignID: c.campaign, Amount: 5_00, Currency: money.EUR})
}

// TestPushes_AreWhatEachViewerReads: every kind of push, to everybody who may have it, is what the GET answers them.
// Nobody else gets anything.
func TestPushes_AreWhatEachViewerReads(t *testing.T) {
	t.Parallel()
	w := newCast(t)
	rows := map[string]pushRow{}
	for _, kind := range slices.Sorted(maps.Keys(pushRows)) {
		rows[kind] = pushRows[kind](w)
	}
	p := w.pushes()
	topics, err := readapi.Topics(w.service, readapi.Areas())
	must(t, err)
	for _, topic := range topics {
		for _, kind := range topic.Kinds {
			row, ok := rows[kind.Name]
			if !ok {
				t.Errorf("no row says who is pushed %s: nothing private may travel by accident. Add one to pushRows in "+
					"readapi/pushes_test.go", kind.Name)
				continue
			}
			t.Run(kind.Name, func(t *testing.T) {
				w.caughtUp()
				clients := map[string]*watching{}
				for name, id := range w.people {
					clients[name] = p.watch(id, row.topic)
				}
				row.change()
				for name, c := range clients {
					if !slices.Contains(row.to, name) {
						continue
					}
					if kind.Refetch {
						c.until(func(m told) bool { return m.Type == "refetch" && m.Topic == row.topic })
						continue
					}
					want := w.get(w.people[name], row.get).body
					if row.item != "" {
						want = itemOf(t, want, row.item)
					}
					c.until(func(m told) bool { return m.Type == "data" && m.Kind == kind.Name && same(t, m.Data, want) })
				}
				w.expectNothing(t, clients, row, topic.Own, kind.Name)
				for _, c := range clients { // an address may have so many sockets and no more
					must(t, c.conn.CloseNow())
				}
			})
		}
	}
}

// expectNothing looks at what came to those who get nothing: whatever was for them would have come before this.
func (w *world) expectNothing(t *testing.T, clients map[string]*watching, row pushRow, own bool, kind string) {
	t.Helper()
	for name, c := range clients {
		if slices.Contains(row.to, name) {
			continue
		}
		c.send(map[string]any{"type": "subscribe", "topic": row.topic})
		c.send(map[string]any{"type": "unsubscribe", "topic": "none"})
		for c.next().Topic != "none" {
		}
		refused := false
		for _, m := range c.all {
			refused = refused || m.Type == "error" && m.Topic == row.topic
			if m.Type == "data" || m.Type == "refetch" {
				t.Errorf("%s is pushed %s of %s: %s", name, m.Type, kind, m.Data)
			}
		}
		if refused == (own && name != "visitor") {
			t.Errorf("%s may subscribe to %s: %v", name, row.topic, !refused)
		}
	}
}

// itemOf gives what a list holds of one id.
func itemOf(t *testing.T, list json.RawMessage, id string) json.RawMessage {
	t.Helper()
	var all struct{ Items []json.RawMessage }
	must(t, json.Unmarshal(list, &all))
	for _, item := range all.Items {
		var is struct{ ID string }
		must(t, json.Unmarshal(item, &is))
		if is.ID == id {
			return item
		}
	}
	t.Fatalf("%s is not in %s", id, list)
	return nil
}

// Who takes another name is renamed on the pages that show it.
func TestPushes_FollowANewName(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	owner, giver := w.member("Owner", "o@example.org"), w.member("Giver", "g@example.org")
	made := w.launch(owner, content("Well")).CampaignID
	w.give(giver, giving.DonateMoneyBody{CampaignID: made, Amount: 100 * 5, Currency: money.EUR})
	w.caughtUp()
	topic := "campaign/" + made.String()
	c := w.pushes().watch(ident.Nil, topic, "cards")
	shows := func(kind, name string) {
		t.Helper()
		c.until(func(m told) bool { return m.Kind == kind && strings.Contains(string(m.Data), name) })
	}
	w.rename(giver, "Giver II")
	shows("campaign-supporters", "Giver II")
	w.rename(owner, "Owner II")
	got := map[string]bool{}
	for len(got) < 2 {
		if m := c.next(); strings.Contains(string(m.Data), "Owner II") {
			got[m.Kind] = true
		}
	}
	if !got["campaign"] || !got["card"] {
		t.Errorf("the owner's new name reached %v", got)
	}
}

// Who hid their name is renamed nowhere: a push that nothing visible explains would tell that they gave.
func TestPushes_LeaveOutWhoHidTheirName(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	owner, giver, shy := w.member("Owner", "o@example.org"), w.member("Giver", "g@example.org"), w.member("Shy", "s@example.org")
	made := w.launch(owner, content("Well")).CampaignID
	w.give(giver, giving.DonateMoneyBody{CampaignID: made, Amount: 5_00, Currency: money.EUR})
	w.give(shy, giving.DonateMoneyBody{CampaignID: made, Amount: 5_00, Currency: money.EUR, Anonymous: true})
	w.caughtUp()
	concerned := map[ident.ID][]string{}
	look := func(push *read.Push, on read.On) {
		for _, who := range []ident.ID{owner, giver, shy} {
			found, err := w.service.Find(t.Context(), on.Lookup, []string{who.String()})
			must(t, err)
			for range found {
				concerned[who] = append(concerned[who], push.Kind)
			}
		}
	}
	for _, area := range readapi.Areas() {
		for _, q := range area.Queries {
			push := q.About().Push
			if push == nil {
				continue
			}
			for _, on := range push.On {
				if on.Table == readmodel.Members && on.Lookup != nil {
					look(push, on)
				}
			}
		}
	}
	if len(concerned[shy]) > 0 || !slices.Equal(concerned[giver], []string{"campaign-supporters"}) ||
		!slices.Contains(concerned[owner], "campaign") {
		t.Errorf("a new name of the owner changes %v, of the giver %v, and of whoever hid theirs %v",
			concerned[owner], concerned[giver], concerned[shy])
	}
}

// A gift is shown with its campaign's title, which may change.
func TestPushes_FollowACampaignsNewTitle(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	owner := w.member("Owner", "o@example.org")
	made := w.launch(owner, content("Well")).CampaignID
	w.give(ident.Nil, giving.DonateMoneyBody{CampaignID: made, Amount: 5_00, Currency: money.EUR})
	w.caughtUp()
	c := w.pushes().watch(ident.Nil, "platform")
	w.saw(campaigns.ReviseCampaign.Run(t.Context(), w.commands, w.env().For(owner), campaigns.ReviseCampaignBody{
		CampaignBody: campaigns.CampaignBody{CampaignID: made}, ContentBody: content("Deep well"),
	}))
	c.until(func(m told) bool { return m.Kind == "platform-recent" && strings.Contains(string(m.Data), "Deep well") })
}

// publish tells the world's live server what was folded.
func publish(to *bus.Local, log *slog.Logger) func(projector.Change) {
	announce := bus.Announcer(to, log)
	return func(c projector.Change) { announce(bus.Change(c)) }
}
