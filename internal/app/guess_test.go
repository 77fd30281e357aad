package app_test

import (
	"encoding/hex"
	"encoding/json"
	"net/http"
	"testing"

	"github.com/callup/callup/commands/giving"
	"github.com/callup/callup/domain/donation"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/internal/app/apptest"
)

// Whoever has the log and the installation key guesses who an erased guest was, with everything that an event holds in the
// clear: the command's id, the subject, and the hash of the body.
func TestGuest_ErasedCanNotBeGuessed(t *testing.T) {
	t.Parallel()
	w := apptest.NewWorld(t)
	launched := w.Command("owner", "launch-campaign", "a campaign to give to", `{"title":"A roof","description":"d","story":"s",
		"category":"community","resource_types":["money"],"currency":"EUR","goal_amount":100000,"lang":"en"}`)
	var made struct {
		ID ident.ID `json:"campaign_id"`
	}
	launched.JSON(t, &made)
	gift := giving.DonateMoneyBody{
		CampaignID: made.ID, Amount: 2500, Currency: money.EUR, Lang: "en", DonorName: "Quintus Quuxington",
		DonorEmail: "quuxington@example.org", Message: "From the heart",
	}
	body, err := json.Marshal(gift)
	if err != nil {
		t.Fatal(err)
	}
	const key = "the key of one guest's gift"
	given := w.Command("", "donate-money", key, string(body))
	if given.Status != http.StatusOK {
		t.Fatalf("%d %s", given.Status, given.Body)
	}
	var answer giving.DonateMoneyAnswer
	given.JSON(t, &answer)
	guest, found, err := w.Keys.FindGuest(t.Context(), gift.DonorEmail)
	if err != nil || !found {
		t.Fatal(found, err)
	}
	var mac []byte // as the attacker computes it from the installation key
	if err := w.Pool.QueryRow(t.Context(), `SELECT address FROM subject_keys WHERE subject = $1`, guest).Scan(&mac); err != nil {
		t.Fatal(err)
	}
	if err := w.Keys.Destroy(t.Context(), "guest", guest); err != nil {
		t.Fatal(err)
	}
	events := 0
	for r, err := range w.Store.ReadStream(t.Context(), eventstore.StreamName(donation.Category, answer.DonationID), 0) {
		if err != nil {
			t.Fatal(err)
		}
		events++
		if guess := ident.Pair("guest", ident.Thing("giver", r.Metadata.Command).String(), hex.EncodeToString(mac)); guess == guest {
			t.Error("the subject follows from the address")
		}
		if r.Metadata.Body == w.Keys.Digest(body) {
			t.Errorf("%s holds a hash of what the guest wrote", r.Type)
		}
	}
	if events == 0 {
		t.Error("there is nothing to guess from")
	}
}
