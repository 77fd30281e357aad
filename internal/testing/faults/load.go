package faults

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/callup/callup/domain/donation"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
)

// campaignGiven is a campaign that gifts go to. The first takes gifts and gives none back, and is never paused.
type campaignGiven struct {
	id       ident.ID
	currency money.Currency
}

const organizerEmail = "olga@example.org"

// load is what people do.
type load struct {
	run       *run
	campaigns []campaignGiven
	organizer *account
	launched  uint64 // a position at which all campaigns are there
	acked     atomic.Int64
	doing     sync.WaitGroup
}

// account is a member of the installation.
type account struct {
	email string
	mu    sync.Mutex
	id    ident.ID
	token string
}

const password = "a password of one's own"

// newLoad makes a member and three campaigns, all from outside.
func (r *run) newLoad(ctx context.Context) (*load, error) {
	l := &load{run: r, organizer: &account{email: organizerEmail}}
	r.load = l
	p := &person{load: l, client: patientClient(), random: r.Plan.random("organizer")}
	if err := p.join(ctx, l.organizer); err != nil {
		return nil, err
	}
	for n, c := range money.Currencies {
		in := intention("launch-campaign", "member:"+l.organizer.id.String(), fmt.Sprintf("launch-campaign-%04d", n))
		var out struct {
			ID ident.ID `json:"campaign_id"`
		}
		at, err := p.insist(ctx, in, l.organizer, map[string]any{
			"title": fmt.Sprintf("A roof for the hall %d", n), "description": "It leaks.", "story": "It has leaked for years.",
			"category": "community", "resource_types": []string{"money"}, "currency": c, "goal_amount": 500000, "lang": "en",
		}, &out)
		if err != nil {
			return nil, fmt.Errorf("launch a campaign: %w", err)
		}
		l.launched = max(l.launched, at)
		l.campaigns = append(l.campaigns, campaignGiven{out.ID, c})
	}
	return l, nil
}

// begin lets everybody act until the context ends.
func (l *load) begin(ctx context.Context) {
	for n := range l.run.Plan.Givers {
		p := &person{load: l, client: patientClient(), random: l.run.Plan.random(fmt.Sprintf("giver %d", n))}
		l.doing.Go(func() { p.give(ctx) })
	}
	p := &person{load: l, client: patientClient(), random: l.run.Plan.random("organizing")}
	l.doing.Go(func() { p.organize(ctx) })
}

// intention is a command before it is sent; its id follows from who sends it and the key.
func intention(what, actor, key string) entry {
	return entry{Said: intended, Command: ident.Command(actor, what+" "+key), What: what, Key: key}
}

// person does one thing after the other.
type person struct {
	load   *load
	client *http.Client
	random *rand.Rand
	n      int
}

func (p *person) key(what string) string {
	p.n++
	return fmt.Sprintf("%s-%016x-%06d", what, p.random.Uint64(), p.n)
}

func (p *person) maybe(percent int) bool { return p.random.IntN(100) < percent }

// give makes gifts. One that was not acknowledged is sent again, as the same command, most times; else it is left as it
// is, and may be in the log or not.
func (p *person) give(ctx context.Context) {
	for ctx.Err() == nil {
		to := p.load.campaigns[p.random.IntN(len(p.load.campaigns))]
		currency := to.currency
		if p.maybe(30) {
			currency = money.Currencies[p.random.IntN(len(money.Currencies))]
		}
		var who *account
		actor := "guest"
		if p.maybe(20) {
			who = p.load.organizer
			actor = "member:" + who.id.String()
		}
		in := intention("donate-money", actor, p.key("gift"))
		in.Campaign, in.Gift = to.id, money.Of(100+p.random.Int64N(9900), currency)
		in.Donation = ident.Thing(donation.Category, in.Command)
		body := map[string]any{
			"campaign_id": in.Campaign, "amount": in.Gift.Minor, "currency": in.Gift.Currency, "lang": "en", "message": "Go on",
			"cover_fees": p.maybe(20), "anonymous": p.maybe(20),
		}
		switch {
		case who != nil:
			in.Email = who.email
		case p.maybe(60):
			in.Email = guest(p.random.IntN(guests))
			body["donor_email"], body["donor_name"] = in.Email, "Gil"
		}
		var out struct {
			Donation ident.ID `json:"donation_id"`
		}
		if !p.command(ctx, in, who, body, &out, 75) {
			continue
		}
		p.load.acked.Add(1)
		if out.Donation != in.Donation {
			p.load.run.violate(ExactlyOnce, "gift %s was acknowledged as %s", in.Donation, out.Donation)
		}
		p.after(ctx, in, to)
		pause(ctx, p.load.run.Plan.Between)
	}
}

// after is what follows a gift: it is paid, or not; stepped back from; given back.
func (p *person) after(ctx context.Context, gift entry, to campaignGiven) {
	if p.maybe(5) && strings.HasPrefix(gift.Key, "gift") {
		who, actor := (*account)(nil), "guest"
		if gift.Email == p.load.organizer.email {
			who, actor = p.load.organizer, "member:"+p.load.organizer.id.String()
		}
		in := intention("cancel-donation", actor, p.key("cancel"))
		in.Donation = gift.Donation
		p.command(ctx, in, who, map[string]any{"donation_id": gift.Donation}, nil, 75)
	}
	returnable := to.id != p.load.campaigns[0].id
	if p.maybe(92) {
		p.load.run.provider.pay(gift.Donation, returnable)
	}
	if returnable && p.maybe(12) {
		in := intention("refund-donation", "member:"+p.load.organizer.id.String(), p.key("refund"))
		in.Donation = gift.Donation
		body := map[string]any{"donation_id": gift.Donation}
		if p.maybe(50) {
			body["amount"] = 1 + p.random.Int64N(gift.Gift.Minor)
		}
		for ctx.Err() == nil {
			a, err := p.load.status(ctx, p, gift.Donation)
			if err == nil && a != "pending" { // its payment has been told
				break
			}
			if p.maybe(10) {
				return
			}
			pause(ctx, 50*time.Millisecond)
		}
		p.command(ctx, in, p.load.organizer, body, nil, 75)
	}
}

// status is how a gift stands, as its giver sees it.
func (l *load) status(ctx context.Context, p *person, id ident.ID) (string, error) {
	var out struct {
		Status string `json:"status"`
	}
	res, err := p.ask(ctx, http.MethodGet, "/api/donations/"+id.String(), "", "", nil)
	if err != nil {
		return "", err
	}
	if res.status != http.StatusOK {
		return "", fmt.Errorf("status of a gift: %d %s", res.status, res.body)
	}
	if err := json.Unmarshal(res.body, &out); err != nil {
		return "", fmt.Errorf("status of a gift: %w", err)
	}
	return out.Status, nil
}

// organize pauses and resumes the third campaign, for a moment each time.
func (p *person) organize(ctx context.Context) {
	campaign := p.load.campaigns[2].id
	for pause(ctx, time.Duration(500+p.random.IntN(2500))*time.Millisecond) {
		for _, what := range []string{"pause-campaign", "resume-campaign"} {
			in := intention(what, "member:"+p.load.organizer.id.String(), p.key(what))
			in.Campaign = campaign
			p.command(ctx, in, p.load.organizer, map[string]any{"campaign_id": campaign}, nil, 100)
		}
	}
}

// command writes an intent down and sends it until it is acknowledged, refused, or given up. It tells whether it was
// acknowledged.
func (p *person) command(ctx context.Context, in entry, who *account, body, out any, again int) bool {
	if err := p.load.run.journal.write(in); err != nil {
		p.load.run.violate(Rest, "%v", err)
		return false
	}
	for {
		done, _, err := p.send(ctx, in, who, body, out)
		if err == nil {
			return done
		}
		if ctx.Err() != nil || !p.maybe(again) {
			return false
		}
		pause(ctx, time.Duration(20+p.random.IntN(80))*time.Millisecond)
	}
}

// insist is command for what the run needs to go on.
func (p *person) insist(ctx context.Context, in entry, who *account, body, out any) (at uint64, err error) {
	if err := p.load.run.journal.write(in); err != nil {
		return 0, err
	}
	err = until(ctx, 2*time.Minute, func(ctx context.Context) (string, error) {
		done, position, err := p.send(ctx, in, who, body, out)
		if err == nil && !done {
			return "it is refused", nil
		}
		at = position
		return "", err
	})
	return at, err
}

// send sends a command once, and writes down what it is told. The error says that nothing is known of its fate.
func (p *person) send(ctx context.Context, in entry, who *account, body, out any) (done bool, at uint64, err error) {
	token := ""
	if who != nil {
		if token, err = p.signIn(ctx, who, ""); err != nil {
			return false, 0, err
		}
	}
	a, err := p.ask(ctx, http.MethodPost, "/api/commands/"+in.What, in.Key, token, body)
	if err != nil {
		return false, 0, err
	}
	told := in
	switch {
	case a.status == http.StatusOK:
		told.Said = acknowledged
		if out != nil {
			if err := json.Unmarshal(a.body, out); err != nil {
				return false, 0, fmt.Errorf("answer of %s: %w", in.What, err)
			}
		}
		var answer struct{ Position string }
		if err := json.Unmarshal(a.body, &answer); err != nil {
			return false, 0, fmt.Errorf("answer of %s: %w", in.What, err)
		}
		if told.Position, err = strconv.ParseUint(answer.Position, 10, 64); err != nil {
			return false, 0, fmt.Errorf("answer of %s: %w", in.What, err)
		}
	case a.status == http.StatusUnauthorized && who != nil:
		_, err := p.signIn(ctx, who, token)
		return false, 0, errors.Join(errSignedOut, err)
	case a.status >= 500 || a.status == http.StatusTooManyRequests:
		return false, 0, fmt.Errorf("%s: %d %s", in.What, a.status, a.body)
	default:
		told.Said = refused
		var problem struct{ Code string }
		_ = json.Unmarshal(a.body, &problem) // the whole answer stands there else
		if told.Code = problem.Code; told.Code == "" {
			told.Code = fmt.Sprintf("%d %s", a.status, a.body)
		}
	}
	if err := p.load.run.journal.write(told); err != nil {
		p.load.run.violate(Rest, "%v", err)
	}
	return told.Said == acknowledged, told.Position, nil
}

var errSignedOut = errors.New("the token is not taken any more")

type answer struct {
	status int
	body   []byte
}

func (p *person) ask(ctx context.Context, method, path, key, token string, body any) (answer, error) {
	var content io.Reader
	if body != nil {
		b, err := json.Marshal(body)
		if err != nil {
			return answer{}, fmt.Errorf("ask %s: %w", path, err)
		}
		content = bytes.NewReader(b)
	}
	req, err := http.NewRequestWithContext(ctx, method, p.load.run.address(p.random.IntN(1000))+path, content)
	if err != nil {
		return answer{}, fmt.Errorf("ask %s: %w", path, err)
	}
	req.Header.Set("Content-Type", "application/json")
	if key != "" {
		req.Header.Set("Idempotency-Key", key)
	}
	if token != "" {
		req.Header.Set("Authorization", "Bearer "+token)
	}
	res, err := p.client.Do(req)
	if err != nil {
		return answer{}, fmt.Errorf("ask %s: %w", path, err)
	}
	defer func() { _ = res.Body.Close() }() // read to its end below
	b, err := io.ReadAll(res.Body)
	if err != nil {
		return answer{}, fmt.Errorf("ask %s: %w", path, err)
	}
	return answer{res.StatusCode, b}, nil
}

// signIn gives a token, another one than that which was refused.
func (p *person) signIn(ctx context.Context, who *account, stale string) (string, error) {
	who.mu.Lock()
	defer who.mu.Unlock()
	if who.token != stale {
		return who.token, nil
	}
	a, err := p.ask(ctx, http.MethodPost, "/api/auth/sign-in", "", "", map[string]any{"email": who.email, "password": password})
	if err != nil {
		return "", err
	}
	if a.status != http.StatusOK {
		return "", fmt.Errorf("sign in: %d %s", a.status, a.body)
	}
	var out struct {
		AccessToken string `json:"access_token"`
		Member      struct {
			ID ident.ID `json:"id"`
		} `json:"member"`
	}
	if err := json.Unmarshal(a.body, &out); err != nil {
		return "", fmt.Errorf("sign in: %w", err)
	}
	who.token, who.id = out.AccessToken, out.Member.ID
	return who.token, nil
}

var confirmation = regexp.MustCompile(`[?&#]token=([A-Za-z0-9_\-.~%]+)`)

// join signs up, follows the link of the mail, and signs in.
func (p *person) join(ctx context.Context, who *account) error {
	return until(ctx, 2*time.Minute, func(ctx context.Context) (string, error) {
		a, err := p.ask(ctx, http.MethodPost, "/api/auth/sign-up", "", "", map[string]any{
			"full_name": "Olga Organizer", "email": who.email, "password": password, "terms_accepted": true, "lang": "en",
		})
		if err != nil || a.status != http.StatusAccepted {
			return fmt.Sprintf("signing up answers %d %s", a.status, a.body), err
		}
		var text string
		err = until(ctx, 20*time.Second, func(ctx context.Context) (string, error) {
			return "", p.load.run.db.pool.QueryRow(ctx, `SELECT text FROM outbox_mails WHERE recipient = $1 ORDER BY id DESC LIMIT 1`,
				who.email).Scan(&text)
		})
		if err != nil {
			return "no confirmation mail came", err
		}
		token := confirmation.FindStringSubmatch(text)
		if token == nil {
			return "there is no link in the mail: " + text, nil
		}
		if a, err = p.ask(ctx, http.MethodPost, "/api/auth/confirm", "", "", map[string]any{
			"token": token[1], "password": password,
		}); err != nil || a.status != http.StatusOK {
			return fmt.Sprintf("confirming answers %d %s", a.status, a.body), err
		}
		_, err = p.signIn(ctx, who, "")
		return "", err
	})
}
