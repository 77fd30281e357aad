package commands_test

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"strings"
	"testing"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/commands/staff"
	"github.com/callup/callup/commands/support"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/inquiry"
	"github.com/callup/callup/internal/auth"
)

// bodies are two bodies of each command that has a route, different intents of the owner of what they are about.
// Where a command is about a thing, they are about two: in the stream of one thing the log itself tells that a key was used with
// another body, and nobody would see that the key was not claimed.
var bodies = map[string]func(*matrix) (one, other string){
	"refund-gift":              refundGiftBodies,
	"return-gift":              refundGiftBodies,
	"ask-refund":               askRefundBodies,
	"decline-refund":           declineRefundBodies,
	"create-page":              createPageBodies,
	"revise-page":              revisePageBodies,
	"change-page-logo":         changePageLogoBodies,
	"close-page":               closePageBodies,
	"verify-page":              verifyPageBodies,
	"allow-page-money":         allowPageMoneyBodies,
	"ask-money":                onTwoAsking(`,"purpose":"A well"`),
	"allow-money":              onTwoAsking(``),
	"refuse-money":             onTwoAsking(`,"reason":"Not ours"`),
	"follow-page":              followPageBodies,
	"unfollow-page":            unfollowPageBodies,
	"follow-campaign":          onOthersCampaigns,
	"unfollow-campaign":        unfollowCampaignBodies,
	"block-member":             blockMemberBodies,
	"unblock-member":           unblockMemberBodies,
	"send-message":             sendMessageBodies,
	"read-thread":              onTwoWritten(`,"up_to":1`),
	"mute-thread":              onTwoWritten(`,"muted":true`),
	"answer-message-request":   onTwoWritten(`,"accept":true`),
	"choose-message-writers":   func(*matrix) (string, string) { return `{"who":"nobody"}`, `{"who":"givers"}` },
	"file-report":              fileReportBodies,
	"dismiss-reports":          dismissReportsBodies,
	"remove-post":              onTwoPosts(`,"reason":"It insults people"`),
	"remove-comment":           onTwoComments(`,"reason":"It insults people"`),
	"invite-page-editor":       invitePageEditorBodies,
	"accept-page-invitation":   answerPageInvitationBodies,
	"decline-page-invitation":  answerPageInvitationBodies,
	"withdraw-page-invitation": withdrawPageInvitationBodies,
	"leave-page":               leavePageBodies,
	"remove-page-editor":       removePageEditorBodies,
	"donate-money": func(m *matrix) (string, string) {
		gift := `{"campaign_id":"` + m.launched().String() + `","currency":"EUR","lang":"en","amount":`
		return gift + `100}`, gift + `200}`
	},
	"cancel-donation": func(m *matrix) (string, string) {
		to := m.launched()
		return `{"donation_id":"` + m.given(to).String() + `"}`, `{"donation_id":"` + m.given(to).String() + `"}`
	},
	"refund-donation": func(m *matrix) (string, string) {
		c := m.launched()
		one, other := m.given(c), m.given(c)
		m.pay(m.donation(one))
		m.pay(m.donation(other))
		return `{"donation_id":"` + one.String() + `","amount":1}`, `{"donation_id":"` + other.String() + `","amount":1}`
	},
	"launch-campaign": func(*matrix) (string, string) {
		return `{` + wholeCampaign + `}`, `{` + strings.Replace(wholeCampaign, "A roof", "Another roof", 1) + `}`
	},
	"revise-campaign": func(m *matrix) (string, string) {
		one, other := onTwoCampaigns(m)
		return strings.TrimSuffix(one, "}") + `,` + wholeCampaign + `}`, strings.TrimSuffix(other, "}") + `,` + wholeCampaign + `}`
	},
	"pause-campaign":    onTwoCampaigns,
	"resume-campaign":   onTwoCampaigns,
	"complete-campaign": onTwoCampaigns,
	"cancel-campaign": func(m *matrix) (string, string) {
		one, other := onTwoCampaigns(m)
		return strings.TrimSuffix(one, "}") + `,"reason":"Rain"}`, strings.TrimSuffix(other, "}") + `,"reason":"Rain"}`
	},
	"approve-campaign":       onTwoSubmitted(``),
	"check-campaign-changes": onTwoLaunched(``),
	"request-changes":        onTwoSubmitted(`,"reason":"Say who"`),
	"reject-campaign":        onTwoSubmitted(`,"reason":"A lottery"`),
	"withdraw-campaign":      onTwoSubmitted(``),
	"suspend-campaign":       onTwoLaunched(`,"reason":"A lie"`),
	"mark-urgent":            onTwoLaunched(`,"reason":"The roof leaks"`),
	"remove-urgency":         onTwoUrgent,
	"reinstate-campaign":     onTwoLaunched(``),
	"remove-campaign-media":  onTwoLaunched(`,"photo":true`),
	"feature-campaign":       onTwoLaunched(`,"on":true`),
	"begin-draft": func(*matrix) (string, string) {
		return `{` + wholeCampaign + `}`, `{` + strings.Replace(wholeCampaign, "A roof", "Another roof", 1) + `}`
	},
	"save-draft":             onTwoDrafts(`,` + wholeCampaign),
	"launch-draft":           onTwoDrafts(`,` + wholeCampaign),
	"discard-draft":          onTwoDrafts(``),
	"post-campaign-update":   postUpdateBodies,
	"revise-campaign-update": onTwoUpdates(false, updateWords),
	"pin-campaign-update":    onTwoUpdates(false, ""),
	"unpin-campaign-update":  onTwoUpdates(true, ""),
	"remove-campaign-update": onTwoUpdates(false, ""),
	"invite-co-organizer":    inviteBodies,
	"accept-invitation":      toAnswer,
	"decline-invitation":     toAnswer,
	"withdraw-invitation":    withdrawn,
	"leave-team":             toLeave,
	"remove-co-organizer":    withMember,
	"offer-hand-over":        withMember,
	"withdraw-hand-over":     takenBack,
	"take-off-page":          takeOffPageBodies,
	"accept-hand-over":       toTakeOver,
	"decline-hand-over":      toTakeOver,
	"publish-shift":          publishShiftBodies,
	"revise-shift":           onTwoShifts(func(m *matrix) string { return shiftWords(m.now(), 11) }),
	"cancel-shift":           onTwoShifts(func(*matrix) string { return `,"reason":"Rain"` }),
	"join-shift":             joinShiftBodies,
	"leave-shift":            leaveShiftBodies,
	"write-post":             writePostBodies,
	"edit-post":              onTwoPosts(`,"text":"Good bye","lang":"en"`),
	"delete-post":            onTwoPosts(``),
	"toggle-reaction":        onTwoPosts(`,"kind":"love"`),
	"write-comment":          onTwoPosts(`,"text":"Yes","lang":"en"`),
	"edit-comment":           onTwoComments(`,"text":"No","lang":"en"`),
	"delete-comment":         onTwoComments(``),
	"toggle-comment-like":    onTwoComments(`,"liked":true`),
	"pledge-time":            pledgeTimeBodies,
	"accept-time":            onTwoOffers("pledge-time", ``),
	"decline-time":           onTwoOffers("pledge-time", `,"reason":"Enough"`),
	"withdraw-time":          onTwoOwnPledges("pledge-time", ``),
	"log-hours":              onTwoAccepted("pledge-time", "accept-time", `,"minutes":60`),
	"confirm-hours":          onTwoAccepted("pledge-time", "accept-time", `,"minutes":60`),
	"mark-no-show":           onTwoAccepted("pledge-time", "accept-time", ``),
	"pledge-material":        pledgeMaterialBodies,
	"accept-material":        onTwoOffers("pledge-material", ``),
	"decline-material":       onTwoOffers("pledge-material", `,"reason":"Enough"`),
	"withdraw-material":      onTwoOwnPledges("pledge-material", ``),
	"receive-material":       onTwoAccepted("pledge-material", "accept-material", `,"quantity":1,"condition":"good"`),
	"return-material":        onTwoReceived,
	"write-to-support": func(*matrix) (string, string) {
		message := `{"name":"Ada","email":"ada@example.org","subject":"A question","lang":"en","message":"`
		return message + `How?"}`, message + `Why?"}`
	},
	"mark-inquiry-answered": func(m *matrix) (string, string) {
		return `{"inquiry_id":"` + m.inquiry().String() + `"}`, `{"inquiry_id":"` + m.inquiry().String() + `"}`
	},
	"grant-role":      onTwoMembers,
	"take-role-back":  onTwoMembers,
	"skip-onboarding": func(*matrix) (string, string) { return `{"skipped":true}`, `{"skipped":false}` },
	"read-notifications": func(*matrix) (string, string) {
		return `{"up_to":"2026-01-01T00:00:00Z"}`, `{"up_to":"2026-01-02T00:00:00Z"}`
	},
	"choose-notifications": func(*matrix) (string, string) {
		return `{"kind":"gift_received","channel":"app","on":false}`, `{"kind":"gift_completed","channel":"app","on":false}`
	},
	"change-avatar":   func(*matrix) (string, string) { return `{"upload":"one"}`, `{"upload":"another"}` },
	"choose-language": func(*matrix) (string, string) { return `{"lang":"fr"}`, `{"lang":"es"}` },
	"choose-tracking": func(*matrix) (string, string) { return `{"allowed":true}`, `{"allowed":false}` },
	"choose-visibility": func(*matrix) (string, string) {
		return `{"part":"given","shown":true}`, `{"part":"following","shown":true}`
	},
	"choose-theme": func(*matrix) (string, string) { return `{"theme":"dark"}`, `{"theme":"light"}` },
	"revise-profile": func(*matrix) (string, string) {
		return `{"display_name":"Ada","lang":"en"}`, `{"display_name":"Ada L.","lang":"en"}`
	},
}

func onTwoCampaigns(m *matrix) (one, other string) {
	return `{"campaign_id":"` + m.launched().String() + `"}`, `{"campaign_id":"` + m.launched().String() + `"}`
}

// onTwoMembers are about somebody whom nobody of the matrix is.
func onTwoMembers(m *matrix) (one, other string) {
	about := `{"member_id":"` + m.nobody().String() + `","why":"They read","role":"`
	return about + `auditor"}`, about + `moderator"}`
}

const coOrganizer = "co-organizer"

var allRoles = []string{auth.Moderator, auth.Auditor, auth.Administrator}

// matrix is an installation to which everybody sends everything, and who owns what bodies are about.
type matrix struct {
	*life
	owner ident.ID
	roles map[ident.ID]string
	with  ident.ID // runs every campaign of the owner's; nil: nobody does
}

// nobody is a member who sends nothing.
func (m *matrix) nobody() ident.ID {
	id := ident.Pair("member", "nobody")
	m.register(id)
	return id
}

// inquiry is a message to support from somebody who has no account.
func (m *matrix) inquiry() ident.ID {
	env := operator(fmt.Sprintf("message %d", m.n.Add(1)))
	_, err := support.WriteToSupport.Run(m.t.Context(), m.commands, env, message())
	must(m.t, err)
	return ident.Thing(inquiry.Category, env.ID)
}

// staff gives a member a role, in the log and in what they send from now on.
func (m *matrix) staff(id ident.ID, role string) {
	m.roles[id] = role
	_, err := staff.GrantRole.Run(m.t.Context(), m.commands, operator("grant "+role), staff.RoleBody{MemberID: id, Role: role})
	must(m.t, err)
}

func (m *matrix) launched() ident.ID {
	to := m.send(m.owner, "launch-campaign", `{`+wholeCampaign+`}`)
	if !m.with.IsNil() {
		m.joined(m.owner, to, m.with)
	}
	return to
}

func (m *matrix) given(to ident.ID) ident.ID {
	return m.send(ident.Nil, "donate-money", `{"campaign_id":"`+to.String()+`","amount":100,"currency":"EUR","lang":"en"}`)
}

// asked is what a command that somebody sends under a key is answered.
func (m *matrix) asked(by ident.ID, name, key, body string) (status int, code string) {
	m.t.Helper()
	req, err := http.NewRequestWithContext(m.t.Context(), http.MethodPost, m.url+"/api/commands/"+name, strings.NewReader(body))
	must(m.t, err)
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Idempotency-Key", key)
	if !by.IsNil() {
		req.Header.Set("Test-Member", by.String())
		req.Header.Set("Test-Roles", m.roles[by])
	}
	res, err := http.DefaultClient.Do(req)
	must(m.t, err)
	defer func() { _ = res.Body.Close() }() // read to its end below
	answer, err := io.ReadAll(res.Body)
	must(m.t, err)
	var problem struct{ Code string }
	if res.StatusCode != http.StatusNotFound {
		must(m.t, json.Unmarshal(answer, &problem))
	}
	return res.StatusCode, problem.Code
}

// TestMatrix_WhoMayGiveWhichCommand sends every command as everybody. A command that is forgotten here fails.
func TestMatrix_WhoMayGiveWhichCommand(t *testing.T) {
	t.Parallel()
	l := &life{around: &around{world: newWorld(t)}}
	l.commands = l.service()
	l.serve()
	m := &matrix{life: l, owner: ada, roles: map[ident.ID]string{}}
	people := map[string]ident.ID{"visitor": ident.Nil, "owner": ada}
	for _, name := range append([]string{"other", coOrganizer}, allRoles...) {
		people[name] = ident.Pair("member", name)
	}
	for _, id := range people {
		if !id.IsNil() {
			l.register(id)
		}
	}
	for _, role := range allRoles {
		m.staff(people[role], role)
	}
	m.with = people[coOrganizer]
	const (
		ok      = http.StatusOK
		signIn  = http.StatusUnauthorized
		not     = http.StatusForbidden
		nowhere = http.StatusNotFound
	)
	answers := map[command.Who]map[string]int{
		command.Visitor: {"visitor": ok, "owner": ok, "other": ok, auth.Moderator: ok, auth.Auditor: ok, auth.Administrator: ok},
		command.Member:  {"visitor": signIn, "owner": ok, "other": ok, auth.Moderator: ok, auth.Auditor: ok, auth.Administrator: ok},
		command.Owner: {
			"visitor": signIn, "owner": ok, "other": not, auth.Moderator: not, auth.Auditor: not, auth.Administrator: not,
		},
		command.Holder: {
			"visitor": signIn, "owner": ok, "other": nowhere, auth.Moderator: nowhere, auth.Auditor: nowhere, auth.Administrator: nowhere,
		},
		command.Moderator: {
			"visitor": signIn, "owner": not, "other": not, auth.Moderator: ok, auth.Auditor: not, auth.Administrator: ok,
		},
		command.Auditor: {
			"visitor": signIn, "owner": not, "other": not, auth.Moderator: not, auth.Auditor: ok, auth.Administrator: ok,
		},
		command.Administrator: {
			"visitor": signIn, "owner": not, "other": not, auth.Moderator: not, auth.Auditor: not, auth.Administrator: ok,
		},
		command.Operator: {
			"visitor": nowhere, "owner": nowhere, "other": nowhere, auth.Moderator: nowhere, auth.Auditor: nowhere,
			auth.Administrator: nowhere,
		},
	}
	answers[command.Internal] = answers[command.Operator]
	answers[command.Team] = maps.Clone(answers[command.Owner])
	for _, as := range answers { // but for what they run together, a co-organizer is a member like others
		as[coOrganizer] = as["other"]
	}
	answers[command.Team][coOrganizer] = ok
	for _, d := range definitions() {
		body, has := bodies[d.Name()]
		switch {
		case d.Routed() && !has:
			t.Errorf("the command %q has a route but no row here: add two bodies of it to bodies in commands/matrix_test.go", d.Name())
			continue
		case !d.Routed() && has:
			t.Errorf("the command %q has a row here, but no route", d.Name())
		case !has:
			body = func(*matrix) (string, string) { return `{}`, `{}` }
		}
		for name, member := range people {
			one, other := body(m)
			key := fmt.Sprintf("matrix %s of %s", d.Name(), name)
			want := answers[d.Who()][name]
			if status, code := m.asked(member, d.Name(), key, one); status != want {
				t.Errorf("%s sent by %s is answered %d %s, not %d, as its declaration says: %s", d.Name(), name, status, code, want, d.Who())
				continue
			}
			if want != http.StatusOK {
				continue
			}
			if status, code := m.asked(member, d.Name(), key, one); status != want {
				t.Errorf("%s sent again by %s is answered %d %s", d.Name(), name, status, code)
			}
			if status, code := m.asked(member, d.Name(), key, other); status != http.StatusConflict || code != "idempotency_key_reused" {
				t.Errorf("%s sent again by %s with another body is answered %d %s: is it declared Creating without being found by its id?",
					d.Name(), name, status, code)
			}
		}
	}
}
