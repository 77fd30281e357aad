package donation

import (
	"bytes"
	"encoding/base64"
	"regexp"
	"strings"
	"testing"

	"github.com/callup/callup/internal/app/apptest"
)

var repeatThis = regexp.MustCompile(`(?m)^    callup (donation refund .*)$`)

// An operator who saw no answer does as they were told, and the money is given back once.
func TestARefundIsMadeOnceUnderItsKey(t *testing.T) {
	t.Parallel()
	l := apptest.NewLeaving(t)
	to := l.Launch(l.Tokens["owner"], nil)
	var gifts [3]string
	for i := range gifts {
		gifts[i] = l.Paid(l.Give("", to, nil)).String()
	}
	callup := func(args ...string) (string, int) {
		var both bytes.Buffer
		code := run(t.Context(), args, []string{
			"CALLUP_DATA=" + t.TempDir(), "CALLUP_DEMO=off", "DATABASE_URL=" + l.Pool.Config().ConnString(),
			"CALLUP_KEY=" + base64.StdEncoding.EncodeToString(l.Key),
		}, &both, &both)
		return both.String(), code
	}
	refund := func(args ...string) (string, int) { return callup(append([]string{"donation", "refund"}, args...)...) }
	asked := func(gift string) int {
		return l.Number(`SELECT count(*) FROM events WHERE type = 'DonationRefundRequested' AND data->>'donation' = $1`, gift)
	}
	for i, args := range [][]string{{"--amount", "12.50"}, nil} {
		first, code := refund(append([]string{gifts[i]}, args...)...)
		again := repeatThis.FindStringSubmatch(first)
		if code != 0 || again == nil || !strings.Contains(again[1], " --key ") {
			t.Fatalf("exits %d and does not say how to repeat it: %s", code, first)
		}
		second, code := callup(strings.Fields(again[1])...)
		if _, answer, _ := strings.Cut(first, again[0]+"\n"); code != 0 || second != answer ||
			!strings.Contains(answer, "at position") {
			t.Errorf("repeated, it exits %d and says %s, not %s", code, second, answer)
		}
		if n := asked(gifts[i]); n != 1 {
			t.Errorf("%v is given back %d times", args, n)
		}
	}

	const key = "ticket-4711-bea-1250"
	for _, amount := range []string{"12.50", "12.5"} {
		if out, code := refund(gifts[2], "--amount", amount, "--key", key); code != 0 || repeatThis.MatchString(out) {
			t.Errorf("with a key of one's own it exits %d: %s", code, out)
		}
	}
	for _, other := range [][]string{{gifts[2], "--amount", "12.49"}, {gifts[2]}, {gifts[0], "--amount", "12.50"}} {
		if out, code := refund(append(other, "--key", key)...); code != 1 || !strings.Contains(out, "idempotency_key_reused") {
			t.Errorf("the same key for %v exits %d: %s", other, code, out)
		}
	}
	for _, wrong := range []string{"", "short", "sixteen and a blank", "-sixteen-and-a-dash"} {
		if out, code := refund(gifts[2], "--amount", "1", "--key="+wrong); code != 1 || !strings.Contains(out, "--key has") {
			t.Errorf("the key %q exits %d: %s", wrong, code, out)
		}
	}
	if here, there := asked(gifts[2]), asked(gifts[0]); here != 1 || there != 1 {
		t.Errorf("%d and %d refunds are asked for", here, there)
	}
}
