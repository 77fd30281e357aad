package main

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"slices"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/app"
	"github.com/callup/callup/internal/bus"
	"github.com/callup/callup/internal/testing/bench"
	"github.com/callup/callup/projections/projector"
	"github.com/callup/callup/projections/readmodel"
	"github.com/callup/callup/readapi/feed"
)

// A feed of a million posts: seven of ten are members', the others of two thousand pages, of which the reader follows a thousand.
const (
	feedPosts   = 1_000_000
	feedPages   = 2_000
	feedFollows = 1_000
)

// tables gives a function that runs SQL in which tables are named as in {posts}.
func (s *benchServer) tables() func(sql string, args ...any) {
	s.b.Helper()
	tables, versions := projector.Versions(s.base.Projections)
	resolver := readmodel.NewResolver(s.base.Pool, tables, versions, time.Now, slog.New(slog.DiscardHandler))
	return func(sql string, args ...any) {
		full, err := resolver.Expand(s.b.Context(), sql)
		if err == nil {
			_, err = s.base.Pool.Exec(s.b.Context(), full, args...)
		}
		if err != nil {
			s.b.Fatal(err)
		}
	}
}

// fillFeed puts posts, pages and follows into the tables of the feed, as their folds write them.
func (s *benchServer) fillFeed(reader ident.ID) {
	run := s.tables()
	run(`INSERT INTO {pages} (id, owner, author, kind, name, description, industry, location, website, lang, search, logo, followers,
		editors, invited, opened_at)
		SELECT md5('page ' || n)::uuid, md5('owner')::uuid, md5('owner')::uuid, 'community', 'Page ' || n, '', '', '', '', 'en',
			'page ' || n, '', 1, 0, 0, now() - interval '2 years' FROM generate_series(1, $1::int) n`, feedPages)
	run(`INSERT INTO {page_followers} (page, member, subject, followed_at)
		SELECT md5('page ' || n)::uuid, $1, $1, now() - interval '1 year' FROM generate_series(1, $2::int) n`, reader, feedFollows)
	run(`INSERT INTO {posts} (id, page, member, author, text, lang, posted_at, files, original, sharing)
		SELECT md5('post ' || n)::uuid, CASE WHEN n % 10 < 7 THEN '00000000-0000-0000-0000-000000000000'::uuid
				ELSE md5('page ' || 1 + n / 10 % $3::int)::uuid END,
			$1, $1, 'We painted the hall on Saturday, and forty people came. ' || n, 'en', now() - n * interval '1 minute', '[]',
			'00000000-0000-0000-0000-000000000000', '00000000-0000-0000-0000-000000000000'
		FROM generate_series(1, $2::int) n`, reader, feedPosts, feedPages)
	run(`INSERT INTO {post_counts} (post, likes, loves, laughs, comments, shares)
		SELECT md5('post ' || n)::uuid, n % 90, n % 7, n % 3, n % 11, 0 FROM generate_series(1, $1::int) n`, feedPosts)
	for _, table := range []string{"pages", "page_followers", "posts", "post_counts"} {
		run("ANALYZE {" + table + "}")
	}
}

// BenchmarkFeed: the first page of the feed of somebody who follows a thousand pages, among a million posts, over HTTP, against a
// handler of net/http that runs the same query.
func BenchmarkFeed(b *testing.B) {
	p := bench.NewPostgres(b)
	db, drop := p.Fresh(b)
	defer drop()
	listening := &heard{}
	s := openBenchWith(b, db, providerAtHand{away: true}, 1, func(base *app.Base) { listening.hear(b, base) })
	defer s.close()
	s.fillFeed(ident.Pair("bench", "0"))
	db.Settle(b)
	const path = "/api/feed"
	var answer []byte
	conn, err := (&net.Dialer{}).DialContext(b.Context(), "tcp", s.address) // the one from before was idle for too long
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = conn.Close() }() // nothing is sent on it any more
	queries, err := listening.during(func() (err error) {
		answer, err = s.clients[0].on(conn).get(path)
		return err
	})
	if err != nil {
		b.Fatal(err)
	}
	var page feed.FeedPage
	if err := json.Unmarshal(answer, &page); err != nil || len(page.Items) != 20 ||
		!slices.ContainsFunc(page.Items, func(f feed.FeedItem) bool { return f.Page != nil }) {
		b.Fatalf("%s: %v", answer, err)
	}
	bare := bareServer(b, s.base.Pool, longest(queries), page)
	bench.Compare(b, bench.Row{
		Figure: "feed page at 1,000 follows and 1,000,000 posts", Reference: "the same query in a bare net/http + pgx handler",
		Unit: "requests/s", Reach: 0.8,
	}, func() float64 { return s.rate(b, s.address, path, 0) }, func() float64 { return s.rate(b, bare, path, 0) })
}

// toggled is a reaction that was sent: when it was due, and the position of the log that it reached.
type toggled struct {
	due      time.Time
	position bus.Position
}

// BenchmarkToggles: from a reaction to a post, sent over HTTP by one of sixteen members, to its push on each of a thousand
// sockets that show the feed, fifty reactions a second to that one post: the 99th percentile over all of them, which share
// the machine with the server. A push that waits is replaced by the next, which tells of both.
func BenchmarkToggles(b *testing.B) {
	p := bench.NewPostgres(b)
	db, drop := p.Fresh(b)
	defer drop()
	s := openBenchWith(b, db, providerAtHand{away: true}, 1, func(*app.Base) {})
	defer s.close()
	text, err := s.owner.post("write-post", "the post", http.StatusOK, map[string]any{"text": "We have a roof!", "lang": "en"})
	if err != nil {
		b.Fatal(err)
	}
	var made struct {
		ID ident.ID `json:"post_id"`
	}
	if err := json.Unmarshal(text, &made); err != nil || made.ID.IsNil() {
		b.Fatalf("%s: %v", text, err)
	}
	sockets, hangUp := s.watchAs(b, func(i int) (token, topic string) { return s.clients[i%len(s.clients)].token, "feed" })
	defer hangUp()
	bench.Tell(b, fmt.Sprintf("reaction to push, all %d sockets showing the post, 50 reactions/s, p99", pushSockets),
		s.toggleLatency(b, made.ID, sockets), "ms", 100)
	s.agree(b, made.ID)
}

// toggleLatency sends reactions and gives the 99th percentile of how long their pushes took, in milliseconds.
func (s *benchServer) toggleLatency(b *testing.B, post ident.ID, sockets []*socket) float64 {
	b.Helper()
	for _, w := range sockets {
		w.mu.Lock()
		w.heard = nil
		w.mu.Unlock()
	}
	all, begin := make([]toggled, pushCommands), time.Now().Add(pushEvery)
	var group errgroup.Group
	for sender := range pushSenders {
		conn, err := (&net.Dialer{}).DialContext(b.Context(), "tcp", s.address)
		if err != nil {
			b.Fatal(err)
		}
		client := s.clients[sender].on(conn)
		group.Go(func() error {
			defer func() { _ = conn.Close() }() // nothing is sent on it any more
			for n := sender; n < pushCommands; n += pushSenders {
				all[n].due = begin.Add(time.Duration(n) * pushEvery)
				<-time.After(time.Until(all[n].due))
				kind := []string{"like", "love"}[n/pushSenders%2]
				text, err := client.post("toggle-reaction", fmt.Sprint("toggle ", n), http.StatusOK,
					map[string]any{"post_id": post, "kind": kind})
				if err != nil {
					return err
				}
				var done struct {
					Position string `json:"position"`
				}
				if err := json.Unmarshal(text, &done); err != nil {
					return err
				}
				if all[n].position, err = bus.ParsePosition(done.Position); err != nil {
					return err
				}
			}
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		b.Fatal(err)
	}
	rate := pushCommands / time.Since(begin).Seconds()
	b.Logf("%.1f reactions/s were answered", rate)
	if rate < pushLeast {
		b.Errorf("%.1f reactions/s: fewer than %d", rate, pushLeast)
	}
	return ms(s.slowest(b, all, sockets))
}

// slowest waits until every socket has heard of everything and gives the 99th percentile of how long it took.
func (s *benchServer) slowest(b *testing.B, all []toggled, sockets []*socket) time.Duration {
	b.Helper()
	patient, again := time.After(30*time.Second), time.NewTicker(5*time.Millisecond)
	defer again.Stop()
	var took []time.Duration
	for _, w := range sockets {
		for _, t := range all {
			at, heard := w.reached(t.position)
			for ; !heard; at, heard = w.reached(t.position) {
				select {
				case <-again.C:
				case <-patient:
					b.Fatalf("position %s was not pushed to everyone", t.position)
				}
			}
			took = append(took, at.Sub(t.due))
		}
	}
	slices.Sort(took)
	return took[len(took)*99/100]
}

// agree fails where what is counted of a post is not what its reactions come to.
func (s *benchServer) agree(b *testing.B, post ident.ID) {
	b.Helper()
	text, err := s.owner.get("/api/posts/" + post.String())
	if err != nil {
		b.Fatal(err)
	}
	var found feed.FeedPost
	if err := json.Unmarshal(text, &found); err != nil || found.Item.Likes+found.Item.Loves != pushSenders {
		b.Errorf("%d members feel something about it, and it says %s (%v)", pushSenders, text, err)
	}
}
