package app

import (
	"context"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"time"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/ports"
	"github.com/callup/callup/internal/ratelimit"
)

// What one address may ask, before CALLUP_RATE_LIMIT_FACTOR: a household and a village hall both fit; a flood does not.
const (
	commandsAtOnce = 60
	commandEvery   = time.Second
	readsAtOnce    = 400
	readEvery      = 20 * time.Millisecond
	searchesAtOnce = 60 // somebody types, and each rest asks
	searchEvery    = 200 * time.Millisecond
	webhooksAtOnce = 600
	webhookEvery   = 10 * time.Millisecond // a provider tells of everybody's gifts from a few addresses
	socketsAtOnce  = 100
	messagesAtOnce = 5 // to support: each is mailed to the operator, and acknowledged to an address that nobody has confirmed
	messageEvery   = time.Minute
	invitesAtOnce  = 10 // to run campaigns or edit pages: each is mailed to an address that nobody has confirmed
	inviteEvery    = time.Minute
	reportsAtOnce  = 10 // to moderators, who read each
	reportEvery    = time.Minute
	blocksAtOnce   = 10 // of one member by another
	blockEvery     = time.Minute
	// connectionsAtOnce bounds the connections of an address that carry no socket. Proxies that are trusted may have any
	// number.
	connectionsAtOnce = 200
)

const (
	livePath        = "/api/live"
	messagesPath    = "/api/commands/write-to-support"
	invitesPath     = "/api/commands/invite-co-organizer"
	pageInvitesPath = "/api/commands/invite-page-editor"
	reportsPath     = "/api/commands/file-report"
	blocksPath      = "/api/commands/block-member"
	searchPath      = "/api/search"
)

// What one member may write, before CALLUP_RATE_LIMIT_FACTOR.
const (
	writtenADay = 200 // messages
	begunADay   = 20  // conversations
	day         = 24 * time.Hour
)

// floods implements ports.Floods.
type floods map[ports.Flood]*ratelimit.Limiter

func (s *Services) floods() floods {
	return floods{
		ports.FloodMessages: s.limiter(writtenADay, day/writtenADay), ports.FloodThreads: s.limiter(begunADay, day/begunADay),
	}
}

func (f floods) Take(what ports.Flood, member ident.ID) error { return f[what].Take(member.String()) }

// answerWithin bounds how long a request of the API may take: a connection to the database that went silent must not
// hold it for ever.
const answerWithin = 20 * time.Second

func (s *Services) limiter(atOnce int, every time.Duration) *ratelimit.Limiter {
	return ratelimit.New(ratelimit.Rule{Burst: atOnce, Every: every}.Times(s.Config.RateLimitFactor), Now)
}

// limited counts whatever is asked for, by address, found or not: but for probes, and for sockets, which count themselves.
func (s *Services) limited() func(http.Handler) http.Handler {
	commands, reads := s.limiter(commandsAtOnce, commandEvery), s.limiter(readsAtOnce, readEvery)
	webhooks, messages := s.limiter(webhooksAtOnce, webhookEvery), s.limiter(messagesAtOnce, messageEvery)
	invites, blocks := s.limiter(invitesAtOnce, inviteEvery), s.limiter(blocksAtOnce, blockEvery)
	reports, searches := s.limiter(reportsAtOnce, reportEvery), s.limiter(searchesAtOnce, searchEvery)
	// What is not there counts like everything else that is not there.
	free := map[string]bool{"/healthz": true, "/readyz": true, "/metrics": s.metricsHere(), livePath: true}
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			l, reading := reads, r.Method == http.MethodGet || r.Method == http.MethodHead
			switch {
			case reading && free[r.URL.Path]:
				next.ServeHTTP(w, r)
				return
			case reading && r.URL.Path == searchPath:
				l = searches
			case strings.HasPrefix(r.URL.Path, "/api/webhooks/"):
				l = webhooks
			case !reading && r.URL.Path == messagesPath:
				l = messages
			case !reading && (r.URL.Path == invitesPath || r.URL.Path == pageInvitesPath):
				l = invites
			case !reading && r.URL.Path == reportsPath:
				l = reports
			case !reading && r.URL.Path == blocksPath:
				l = blocks
			case !reading:
				l = commands
			}
			if err := l.Take(ratelimit.Key(ratelimit.Client(r.Context()))); err != nil {
				s.Problems.Write(w, r, err)
				return
			}
			next.ServeHTTP(w, r)
		})
	}
}

// bounded gives a request's work a deadline, and its body.
func bounded(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.ContentLength != 0 {
			// what is no connection, as in tests, has no deadline
			_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(answerWithin))
		}
		ctx, cancel := context.WithTimeout(r.Context(), answerWithin)
		defer cancel()
		next.ServeHTTP(w, r.WithContext(ctx))
	})
}

// forThisMachine shows something to clients on this machine only. A proxy that is not trusted may stand on it too, so
// whoever comes through one is not believed to be here. A name other than localhost may be that of a page elsewhere, which
// its owner lets resolve to this machine so as to read with a visitor's browser what stands here.
func (s *Services) forThisMachine(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if forwarded(r.Header) || !ratelimit.ClientIP(r, nil).IsLoopback() || !namesThisMachine(r.Host) {
			http.Error(w, "This page is shown on the machine that runs Callup only.", http.StatusForbidden)
			return
		}
		h.ServeHTTP(w, r)
	})
}

// forwarded tells whether a request came through a proxy, by any header that one adds.
func forwarded(h http.Header) bool {
	for name := range h {
		if name == "Forwarded" || name == "Via" || name == "X-Real-Ip" || strings.HasPrefix(name, "X-Forwarded-") {
			return true
		}
	}
	return false
}

// namesThisMachine tells whether a Host header, with or without a port, is localhost or a loopback address.
func namesThisMachine(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	if strings.EqualFold(host, "localhost") {
		return true
	}
	ip, err := netip.ParseAddr(strings.Trim(host, "[]"))
	return err == nil && ip.Unmap().IsLoopback()
}
