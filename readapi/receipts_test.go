package readapi_test

import (
	"errors"
	"testing"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/commands/giving"
	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/erasure"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/member"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/domain/receipt"
	"github.com/callup/callup/eventstore"
	readgiving "github.com/callup/callup/readapi/giving"
	"github.com/callup/callup/readapi/read"
)

// issue has the receipts of a gift get their numbers, as the reactor does.
func (w *world) issue(due giving.DueReceipt) {
	w.t.Helper()
	w.saw(giving.IssueReceipt.Run(w.t.Context(), w.commands, w.env(), due))
	w.caughtUp()
}

func (w *world) receipt(id ident.ID) ([]readgiving.Receipt, error) {
	return readgiving.Receipts.Answer(w.t.Context(), w.service, read.Viewer{}, readgiving.ReceiptOf(id))
}

// A receipt is there from the payment on, without a number at first. Its number and its address are told to who may see the gift.
// It goes with its giver; the campaign's title goes with its organizer's words.
func TestReceipts_AreTheirHolders(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	owner, cy := w.member("Ana", "ana@example.org"), w.member("Cy Ek", "cy@example.org")
	campaign := w.launch(owner, content("Roof")).CampaignID
	gift := w.give(cy, giving.DonateMoneyBody{CampaignID: campaign, Amount: 25_00, Currency: money.EUR, Anonymous: true})
	w.caughtUp()
	id := receipt.ID(gift)
	if all, err := w.receipt(id); err != nil || len(all) != 1 || all[0].Number != 0 || all[0].Gift != 25_00 {
		t.Fatalf("before it has a number: %+v, %v", all, err)
	}
	seen := func(as ident.ID) readgiving.Donation {
		t.Helper()
		return answer[readgiving.Donation](w, as, "/api/donations/"+gift.String())
	}
	if d := seen(cy); d.Receipt != "" || d.ReceiptNumber != "" {
		t.Errorf("a number before there is one: %+v", d)
	}
	w.issue(giving.DueReceipt{Donation: gift})
	all, err := w.receipt(id)
	if err != nil || len(all) != 1 || all[0].Number != 1 || all[0].Name != "Cy Ek" || all[0].Title != "Roof" ||
		all[0].OrganizerName != "Ana" || all[0].Email != "cy@example.org" {
		t.Fatalf("the receipt: %+v, %v", all, err)
	}
	if d := seen(cy); d.Receipt != "/receipt/"+id.String() || d.ReceiptNumber == "" {
		t.Errorf("the giver sees %+v", d)
	}
	w.refused(owner, "/api/donations/"+gift.String(), 404, "donation_not_found")
	w.erased(member.SubjectOf(owner), erasure.OfMember)
	if all, err := w.receipt(id); err != nil || all[0].OrganizerName != "" || all[0].Name != "Cy Ek" {
		t.Errorf("after its organizer was erased: %+v, %v", all, err)
	}
	w.erased(member.SubjectOf(cy), erasure.OfMember)
	_, err = w.receipt(id)
	if refusal, ok := errors.AsType[*domain.Refusal](err); !ok || refusal.Code != "receipt_not_found" {
		t.Errorf("after its giver was erased: %v", err)
	}
}

// erased has a subject's rows be erased.
func (w *world) erased(subject ident.ID, kind erasure.SubjectKind) {
	w.t.Helper()
	id := ident.Pair("erasure", subject.String())
	e, err := w.config.Catalog.Encode(w.t.Context(), w.config.Keys, ident.Event(id, 0),
		erasure.PersonErased{Erasure: id, Subject: subject, Kind: kind, At: w.now()},
		eventstore.Metadata{Command: id, Correlation: id, Actor: "test"})
	must(w.t, err)
	done, err := w.config.Store.Append(w.t.Context(), eventstore.StreamName(erasure.Category, id), eventstore.NoStream,
		[]eventstore.Event{e})
	must(w.t, err)
	w.saw(command.Done{Position: done.Position}, nil)
	w.caughtUp()
}
