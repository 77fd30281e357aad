package receipts

import (
	"bytes"
	"compress/zlib"
	"context"
	"encoding/hex"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"github.com/go-chi/chi/v5"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/internal/mail"
	"github.com/callup/callup/readapi/giving"
)

const public = "https://give.example.org"

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// sample is the receipt of the design (receipt-a4-fr.png).
func sample() giving.Receipt {
	issued := time.Date(2026, 11, 14, 17, 3, 0, 0, time.UTC)
	return giving.Receipt{
		ID: ident.Pair("receipt", "sample"), Number: 4183, Issuer: "operator", Year: 2026, Zone: "Europe/Paris",
		Operator: "Les Bricoleurs de Saint-Roch", Address: "Association loi 1901\n14 rue Perrod, 69004 Lyon",
		Note: "RNA W691234567.", Lang: "fr", Name: "Camille Marchand", Email: "camille@marchand.example",
		Title: "Rouvrir le repair café de Saint-Roch", OrganizerName: "Amina Haddad", Currency: money.EUR, Gift: 50_00, Fee: 98,
		PaidAt: issued.Add(-time.Minute), IssuedAt: &issued,
	}
}

// corrected is a receipt that corrects the sample after a second refund.
func corrected() giving.Receipt {
	r := sample()
	r.ID, r.Change, r.Number, r.FirstNumber, r.FirstYear = ident.Pair("receipt", "refund"), ident.Pair("refunded"), 4201, 4183, 2026
	r.Back, r.Remains = 20_00, 25_98
	return r
}

func links(t *testing.T) *Links {
	t.Helper()
	l, err := NewLinks(bytes.Repeat([]byte{7}, 32))
	must(t, err)
	return l
}

// pdfOf gives a receipt as PDF.
func pdfOf(t *testing.T, r giving.Receipt) []byte {
	t.Helper()
	all, err := loadWords()
	must(t, err)
	var b bytes.Buffer
	must(t, writePDF(&b, newSheet(all[r.Lang], &r), &r, public+links(t).PathOf(r.ID)))
	return b.Bytes()
}

var (
	streams = regexp.MustCompile(`/Length (\d+)>>\s*stream\r?\n`)
	shown   = regexp.MustCompile(`(?s)\(((?:[^()\\]|\\.)*)\)\s*Tj|<([0-9A-Fa-f]+)>\s*Tj`)
)

// textOf gives what a PDF writes, in the order in which it does. Its fonts map codes to the same letters in UTF-16.
func textOf(t *testing.T, pdf []byte) string {
	t.Helper()
	var out strings.Builder
	for _, m := range streams.FindAllSubmatchIndex(pdf, -1) {
		length, err := strconv.Atoi(string(pdf[m[2]:m[3]]))
		must(t, err)
		z, err := zlib.NewReader(bytes.NewReader(pdf[m[1] : m[1]+length]))
		if err != nil {
			continue // a font
		}
		content, err := io.ReadAll(z)
		must(t, err)
		if !bytes.Contains(content, []byte("Tj")) {
			continue
		}
		for _, w := range shown.FindAllSubmatch(content, -1) {
			raw := unescaped(w[1])
			if len(w[2]) > 0 {
				raw, err = hex.DecodeString(string(w[2]))
				must(t, err)
			}
			var units []uint16
			for i := 0; i+1 < len(raw); i += 2 {
				units = append(units, uint16(raw[i])<<8|uint16(raw[i+1]))
			}
			out.WriteString(string(utf16.Decode(units)) + "\n")
		}
	}
	return out.String()
}

func unescaped(b []byte) []byte {
	var out []byte
	for i := 0; i < len(b); i++ {
		if b[i] == '\\' && i+1 < len(b) {
			i++
			switch b[i] {
			case 'r':
				out = append(out, '\r')
				continue
			case 'n':
				out = append(out, '\n')
				continue
			}
		}
		out = append(out, b[i])
	}
	return out
}

func TestPDF_SaysWhatTheReceiptSays(t *testing.T) {
	t.Parallel()
	worthless := sample()
	worthless.Issuer, worthless.Lang, worthless.Zone = "test", "en", "UTC"
	nameless := sample()
	nameless.Name, nameless.Email, nameless.Fee, nameless.Title, nameless.OrganizerName, nameless.Lang = "", "", 0, "", "", "es"
	disputed, failed, won := corrected(), corrected(), corrected()
	disputed.Disputed = true
	failed.Reversed, failed.Remains = true, 45_98
	won.Disputed, won.Reversed, won.Back, won.Remains = true, true, 50_98, 50_98
	cyrillic, far := sample(), sample()
	cyrillic.Name = "Елена Петрова"
	far.Name, far.Title = "李小龍 🎉 Bruce", "مساعدة الجيران 🎉"
	foreign := sample()
	foreign.Name, foreign.Title, foreign.OrganizerName = "Željko Đorđević Łukasz Ştefan", "Помощь соседям", "Ελένη"
	for name, c := range map[string]struct {
		r           giving.Receipt
		want, never []string
	}{
		"of a gift": {sample(), []string{
			"Reçu n° CU-2026-004183", "Merci, Camille.", "Donné par", "Camille Marchand", "camille@marchand.example", "Reçu par",
			"Les Bricoleurs de Saint-Roch", "Association loi 1901", "14 rue Perrod, 69004 Lyon", "Rouvrir le repair café de Saint-Roch",
			"organisée par Amina Haddad", "14 novembre 2026 à 18:02", "Don, compté pour l’objectif", "50,00 €", "0,98 €", "50,98 €",
			"Ce reçu atteste un paiement. Il n’est pas un reçu fiscal. RNA W691234567.",
			"Établi par Les Bricoleurs de Saint-Roch le 14 novembre 2026 à 18:03", "1 / 1",
		}, []string{"SANS VALEUR", "registre", "Empreinte"}},
		"that corrects one": {corrected(), []string{
			"Reçu n° CU-2026-004201", "Reçu rectificatif", "Nous vous avons remboursé 20,00 €. Ce reçu rectifie le reçu",
			"n° CU-2026-004183.", "50,98 €", "Déjà remboursé", "−5,00 €", "−20,00 €", "Don restant", "25,98 €",
		}, []string{"Merci"}},
		"that corrects one by a dispute": {disputed, []string{
			"Reçu rectificatif", "Votre banque a repris 20,00 €. Ce reçu rectifie le reçu", "Repris par votre banque", "−20,00 €",
			"25,98 €",
		}, []string{"Nous vous avons remboursé"}},
		"that corrects one by a refund that failed": {failed, []string{
			"Le remboursement de 20,00 € n’est pas arrivé et nous est", "Déjà remboursé", "−25,00 €", "Remboursement revenu",
			"20,00 €", "Don restant", "45,98 €",
		}, []string{"−20,00 €"}},
		"that corrects one by a dispute that was won": {won, []string{
			"Votre banque nous a rendu 50,98 €.", "−50,98 €", "Rendu par votre banque", "Don restant",
		}, nil},
		"of a name in other letters":               {foreign, []string{"Merci, Željko.", "Željko Đorđević Łukasz Ştefan", "Помощь соседям", "Ελένη"}, nil},
		"of a name in Cyrillic":                    {cyrillic, []string{"Merci, Елена.", "Елена Петрова"}, nil},
		"of a name in letters that the fonts lack": {far, []string{"Merci.", "Bruce", "Donné par"}, nil},
		"of a test payment": {worthless, []string{
			"NO VALUE", "Receipt no. TEST-2026-004183", "Thank you, Camille.", "14 November 2026, 17:02 UTC", "€50.98",
			"This receipt confirms a payment. It is not a tax receipt. Test payment: no money was moved.",
		}, nil},
		"of nobody to an erased campaign": {nameless, []string{"Gracias.", "Campaña eliminada", "Recibido por", "50,00 €"},
			[]string{"Donado por", "Gastos", "organizada"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			pdf := pdfOf(t, c.r)
			look(t, strings.ReplaceAll(name, " ", "-"), pdf)
			text := strings.ReplaceAll(textOf(t, pdf), "\u00a0", " ")
			for _, want := range c.want {
				if !strings.Contains(text, want) {
					t.Errorf("it lacks %q:\n%s", want, text)
				}
			}
			for _, never := range c.never {
				if strings.Contains(text, never) {
					t.Errorf("it says %q:\n%s", never, text)
				}
			}
		})
	}
}

// Names and addresses of any length stand in it whole, if need be on a second page.
func TestPDF_HoldsLongWords(t *testing.T) {
	t.Parallel()
	r := corrected()
	long := func(n int) string { return strings.TrimSpace(strings.Repeat("Mot ", n)) }
	r.Name, r.Title, r.OrganizerName, r.Operator, r.Note = long(30), long(40), long(30), long(30), long(70)
	r.Address = strings.Repeat(long(20)+"\n", 4) + "69004 Lyon"
	r.Email = strings.Repeat("x", 240) + "@example.org"
	pdf := pdfOf(t, r)
	text := strings.ReplaceAll(textOf(t, pdf), "\n", " ")
	for _, want := range []string{"69004 Lyon", "mple.org", "1 / 2", "2 / 2"} {
		if !strings.Contains(text, want) {
			t.Errorf("it lacks %q:\n%s", want, text)
		}
	}
	// the operator is named at the foot of each page, too
	if n := 30 + 40 + 30 + 30 + 70 + 80 + 2*30; strings.Count(text, "Mot") != n {
		t.Errorf("words are missing: %d", strings.Count(text, "Mot"))
	}
	look(t, "long", pdf)
}

// look keeps a file to be looked at, in the folder that CALLUP_TEST_RECEIPTS names.
func look(t *testing.T, name string, pdf []byte) {
	t.Helper()
	if dir := os.Getenv("CALLUP_TEST_RECEIPTS"); dir != "" {
		must(t, os.WriteFile(filepath.Join(dir, name+".pdf"), pdf, 0o600))
	}
}

// The same receipt is the same file, however often it is made, and on every server.
func TestPDF_IsTheSameEachTime(t *testing.T) {
	t.Parallel()
	one := pdfOf(t, sample())
	for range 3 {
		if !bytes.Equal(one, pdfOf(t, sample())) {
			t.Fatal("the bytes differ")
		}
	}
	if len(one) > 120_000 {
		t.Errorf("it has %d bytes: are whole fonts in it?", len(one))
	}
}

// A secret opens its own receipt and no other, and says neither the number nor the gift.
func TestLinks_OpenTheirOwnReceipt(t *testing.T) {
	t.Parallel()
	l := links(t)
	id := ident.Pair("receipt", "sample")
	secret := strings.TrimPrefix(l.PathOf(id), Path)
	if got, err := l.open(secret); err != nil || got != id {
		t.Errorf("it opens %s, %v", got, err)
	}
	other, err := NewLinks(bytes.Repeat([]byte{8}, 32))
	must(t, err)
	for _, wrong := range []string{"", id.String(), "CU-2026-004183", secret + "A", secret[1:], "A" + secret[1:], other.secret(id)} {
		if got, err := l.open(wrong); err == nil {
			t.Errorf("%q opens %s", wrong, got)
		}
	}
}

// pages are those of one installation with the receipts that are given.
func pages(t *testing.T, found map[ident.ID][]giving.Receipt) http.Handler {
	t.Helper()
	p, err := New(Config{Links: links(t), Public: public, Log: slog.New(slog.DiscardHandler),
		Find: func(_ context.Context, id ident.ID) ([]giving.Receipt, error) {
			if len(found[id]) == 0 {
				return nil, domain.Refuse(domain.NotFound, "receipt_not_found", "")
			}
			return found[id], nil
		}})
	must(t, err)
	r := chi.NewRouter()
	p.Mount(r)
	return r
}

func get(t *testing.T, h http.Handler, path string) *httptest.ResponseRecorder {
	t.Helper()
	w := httptest.NewRecorder()
	r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, http.NoBody)
	r.Header.Set("Accept-Language", "fr")
	h.ServeHTTP(w, r)
	return w
}

func TestPages_ShowAReceiptToItsHolder(t *testing.T) {
	t.Parallel()
	made, correction := sample(), corrected()
	pending := giving.Receipt{ID: ident.Pair("receipt", "pending"), Currency: money.EUR, Gift: 12_00}
	h := pages(t, map[ident.ID][]giving.Receipt{
		made.ID: {made, correction}, correction.ID: {correction, made}, pending.ID: {pending},
	})
	path := links(t).PathOf(made.ID)
	page := get(t, h, path)
	for _, want := range []string{
		"CU-2026-004183", "50,98", path + ".pdf", "Télécharger en PDF", "Rectifié par", links(t).PathOf(correction.ID),
		"CU-2026-004201",
	} {
		if !strings.Contains(page.Body.String(), want) {
			t.Errorf("the page lacks %q:\n%s", want, page.Body)
		}
	}
	head := page.Header()
	if page.Code != http.StatusOK || head.Get("X-Robots-Tag") != "noindex" || head.Get("Referrer-Policy") != "no-referrer" ||
		head.Get("Cache-Control") != "no-store" {
		t.Errorf("answered %d, %v", page.Code, head)
	}
	file := get(t, h, path+".pdf")
	head = file.Header()
	if file.Code != http.StatusOK || head.Get("Content-Type") != "application/pdf" || head.Get("Referrer-Policy") != "no-referrer" ||
		head.Get("X-Robots-Tag") != "noindex" || head.Get("Cache-Control") != "no-store" ||
		head.Get("Content-Disposition") != `inline; filename="CU-2026-004183.pdf"` ||
		!strings.Contains(textOf(t, file.Body.Bytes()), "Merci, Camille.") {
		t.Errorf("the file: %d, %v", file.Code, head)
	}
	if wait := get(t, h, links(t).PathOf(pending.ID)); wait.Code != http.StatusOK || wait.Header().Get("Refresh") != "3" ||
		!strings.Contains(wait.Body.String(), "Votre reçu est en préparation") || !strings.Contains(wait.Body.String(), "12,00") {
		t.Errorf("a receipt that is being made: %d, %v\n%s", wait.Code, wait.Header(), wait.Body)
	}
	if early := get(t, h, links(t).PathOf(pending.ID)+".pdf"); early.Code != http.StatusSeeOther ||
		early.Header().Get("Location") != links(t).PathOf(pending.ID) {
		t.Errorf("its file leads to %d %s", early.Code, early.Header().Get("Location"))
	}
	erased := links(t).PathOf(ident.Pair("receipt", "erased"))
	for _, gone := range []string{erased, erased + ".pdf", Path + "CU-2026-004183", Path + made.ID.String() + ".pdf"} {
		if w := get(t, h, gone); w.Code != http.StatusNotFound || !strings.Contains(w.Body.String(), "Reçu introuvable") {
			t.Errorf("%s: %d\n%s", gone, w.Code, w.Body)
		}
	}
}

// No language lacks a text of another.
func TestWords_AreTheSameInEveryLanguage(t *testing.T) {
	t.Parallel()
	all, err := loadWords()
	must(t, err)
	keys := func(lang string) []string {
		var out []string
		for k, text := range all[lang] {
			if text == "" {
				t.Errorf("%s: %s is empty", lang, k)
			}
			out = append(out, k)
		}
		slices.Sort(out)
		return out
	}
	for _, lang := range mail.Languages() {
		if !slices.Equal(keys(lang), keys("en")) || len(months[lang]) != 12 {
			t.Errorf("%s has %q, en has %q", lang, keys(lang), keys("en"))
		}
	}
}
