package bench

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/jackc/pgx/v5"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/member"
	"github.com/callup/callup/eventstore/catalog"
	"github.com/callup/callup/eventstore/pgstore"
	"github.com/callup/callup/internal/app"
	"github.com/callup/callup/internal/auth"
	"github.com/callup/callup/internal/problem"
	"github.com/callup/callup/projections/projector"
	"github.com/callup/callup/projections/readmodel"
	"github.com/callup/callup/readapi"
	"github.com/callup/callup/readapi/read"
)

// life is how much there is that a member's bell tells of.
type life struct {
	own, campaigns, updates, threads, blocks int // updates: of each campaign
}

// BenchmarkBell: reading the newest notices of a member with many, all unread, beside one with few.
func BenchmarkBell(b *testing.B) {
	p := NewPostgres(b)
	db, drop := p.Fresh(b)
	defer drop()
	busy, quiet := life{own: 500, campaigns: 200, updates: 50, threads: 600, blocks: 50}, life{10, 10, 10, 10, 10}
	of := bells(b, db, map[string]life{"busy": busy, "quiet": quiet, "other": busy})
	for _, who := range []string{"busy", "quiet"} {
		first := of(who)
		if first.unread == 0 || first.items != 20 {
			b.Fatalf("%s: %+v", who, first)
		}
		b.Logf("%s: %d unread", who, first.unread)
	}
	took := func(who string) func() float64 {
		return func() float64 {
			const reads = 100
			all := make([]float64, reads)
			for i := range all {
				began := time.Now()
				of(who)
				all[i] = float64(time.Since(began).Microseconds()) / 1000
			}
			return median(all)
		}
	}
	Compare(b, Row{
		Figure:    "the bell of a member with 500 notices, 200 followed campaigns with 50 updates each, 600 threads and 50 blocks",
		Reference: "of one with 10 of each", Unit: "ms", Most: 1.5,
	}, took("busy"), took("quiet"))
}

type bell struct {
	items  int
	unread int64
}

// bells fills the read tables with what members are told, and gives what reads the bell of one by name.
func bells(b *testing.B, db *Database, lives map[string]life) func(who string) bell {
	b.Helper()
	ctx, log, all := b.Context(), slog.New(slog.DiscardHandler), app.Projections()
	store, err := pgstore.Open(ctx, db.Pool, pgstore.Options{Logger: log})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(store.Close)
	built, err := projector.NewBuilder(projector.Config{
		Store: store, Catalog: catalog.New(), Pool: db.Pool, Projections: all, Holder: "bench", Log: log,
	}).Rebuild(ctx, all, false)
	if err != nil {
		b.Fatal(built, err)
	}
	tables, versions := projector.Versions(all)
	resolver := readmodel.NewResolver(db.Pool, tables, versions, time.Now, log)
	fill := func(table string, rows any) {
		name, err := resolver.Expand(ctx, "{"+table+"}")
		if err != nil {
			b.Fatal(err)
		}
		copyRows(b, db, name, reflect.ValueOf(rows))
	}
	now := time.Now().UTC().Truncate(time.Microsecond)
	at := func(n, of int) time.Time { return now.Add(-time.Duration(n) * 20 * 24 * time.Hour / time.Duration(of)) }
	id := func(parts ...any) ident.ID { return ident.Pair("bench bell", fmt.Sprint(parts...)) }
	var (
		members   []readmodel.Member
		notices   []readmodel.Notification
		campaigns []readmodel.NotificationCampaign
		followers []readmodel.CampaignFollower
		updates   []readmodel.CampaignUpdate
		threads   []readmodel.NotificationThread
		blocks    []readmodel.MemberBlock
	)
	person := func(who ident.ID, name string) {
		members = append(members, readmodel.Member{ID: who, Subject: member.SubjectOf(who), Name: name})
	}
	writer := id("writer")
	person(writer, "Writer")
	for name, l := range lives {
		who := id(name)
		subject := member.SubjectOf(who)
		person(who, name)
		for i := range l.own {
			notices = append(notices, readmodel.Notification{
				Member: who, Slot: int64(i), ID: id(name, "own", i), Subject: subject, Kind: "security", What: "password_changed",
				At: at(i, l.own),
			})
		}
		for c := range l.campaigns {
			of := id(name, "campaign", c)
			campaigns = append(campaigns, readmodel.NotificationCampaign{
				Campaign: of, Owner: writer, Subject: member.SubjectOf(writer), Team: []string{},
			})
			followers = append(followers, readmodel.CampaignFollower{
				Member: who, Campaign: of, Subject: subject, FollowedAt: now.Add(-25 * 24 * time.Hour),
			})
			for u := range l.updates {
				updates = append(updates, readmodel.CampaignUpdate{
					Campaign: of, ID: id(name, "update", c, u), Author: member.SubjectOf(writer), Member: writer, Title: "News",
					Text: strings.Repeat("What happened. ", 40), Lang: "en", Audience: "public",
					PostedAt: at(u*l.campaigns+c, l.updates*l.campaigns),
				})
			}
		}
		for i := range l.threads {
			when := at(i, l.threads)
			threads = append(threads, readmodel.NotificationThread{
				Thing: id(name, "thread", i), On: "post", Post: id(name, "thread", i), Member: who, Subject: subject, Reacted: 1,
				ReactedAt: &when, ReactedBy: member.SubjectOf(writer), ReactedID: id(name, "reacted", i),
			})
		}
		for i := range l.blocks {
			other := id(name, "blocked", i)
			person(other, "Blocked")
			blocks = append(blocks, readmodel.MemberBlock{
				Member: who, Blocked: other, Subject: subject, Other: member.SubjectOf(other), BlockedAt: now,
			})
		}
	}
	fill(readmodel.Members, members)
	fill(readmodel.Notifications, notices)
	fill(readmodel.NotificationEndings, campaigns)
	fill(readmodel.CampaignFollowers, followers)
	fill(readmodel.CampaignUpdates, updates)
	fill(readmodel.NotificationThreads, threads)
	fill(readmodel.MemberBlocks, blocks)
	db.Settle(b)

	service := read.New(read.Config{
		Pool: db.Pool, Resolver: resolver, Positions: projector.NewTracker(all, projector.DefaultTimes()), Clock: time.Now,
	})
	router := chi.NewRouter()
	readapi.Register(problem.NewAPI(router, problem.NewWriter(log, readmodel.ErrNotBuilt), "bench"), service)
	return func(who string) bell {
		req := httptest.NewRequestWithContext(auth.WithPrincipal(ctx, auth.Principal{Member: id(who)}), http.MethodGet,
			"/api/me/notifications", nil)
		answer := httptest.NewRecorder()
		router.ServeHTTP(answer, req)
		var list struct {
			Items  []json.RawMessage `json:"items"`
			Unread int64             `json:"unread"`
		}
		if err := json.Unmarshal(answer.Body.Bytes(), &list); err != nil || answer.Code != http.StatusOK {
			b.Fatalf("%d %s: %v", answer.Code, answer.Body, err)
		}
		return bell{len(list.Items), list.Unread}
	}
}

// copyRows fills a table with rows, whose fields name their columns.
func copyRows(b *testing.B, db *Database, table string, rows reflect.Value) {
	b.Helper()
	var columns []string
	for field := range rows.Type().Elem().Fields() {
		columns = append(columns, field.Tag.Get("db"))
	}
	schema, name, _ := strings.Cut(table, ".")
	n, err := db.Pool.CopyFrom(b.Context(), pgx.Identifier{strings.Trim(schema, `"`), strings.Trim(name, `"`)}, columns,
		pgx.CopyFromSlice(rows.Len(), func(i int) ([]any, error) {
			values := make([]any, len(columns))
			for f := range values {
				values[f] = rows.Index(i).Field(f).Interface()
			}
			return values, nil
		}))
	if err != nil || n != int64(rows.Len()) {
		b.Fatalf("%d rows of %s: %v", n, table, err)
	}
}
