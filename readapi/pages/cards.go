package pages

import (
	"bytes"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"time"

	"github.com/go-chi/chi/v5"

	"github.com/callup/callup/readapi"
	"github.com/callup/callup/readapi/pages/card"
)

// keptCards is how many pictures stay in memory, each some 50 KB.
const keptCards = 128

// picture is what stands beside a link to a page elsewhere.
type picture struct{ URL, Alt string }

// ownCard is the product's own: the picture of the landing page under its title.
func (p *Pages) ownCard(lang string) card.Card {
	return card.Card{Seed: "hero-3", Category: "community", Title: p.words[lang]["landing:hero.title"]}
}

func campaignCard(c readapi.Page) card.Card {
	return card.Card{Seed: c.ID.String(), Category: c.Category, Title: c.Title}
}

func (p *Pages) ownPicture(lang string) picture {
	c := p.ownCard(lang)
	return picture{p.c.PublicURL + cardPath(lang, c), fmt.Sprintf(p.texts[lang].CardAlt, c.Title)}
}

func (p *Pages) campaignPicture(lang string, c readapi.Page) picture {
	return picture{p.c.PublicURL + cardPath(c.ID.String(), campaignCard(c)), fmt.Sprintf(p.texts[lang].CardAlt, c.Title)}
}

// cardPath is the address of a picture: whose it is, and which, so that it can be kept for ever.
func cardPath(whose string, c card.Card) string {
	return "/card/" + whose + "/" + c.Version() + ".png"
}

// card sends a picture. One that is no more what the campaign looks like leads to the one that is.
func (p *Pages) card(w http.ResponseWriter, r *http.Request) {
	whose := chi.URLParam(r, "whose")
	var c card.Card
	if slices.Contains(languages, whose) {
		c = p.ownCard(whose)
	} else {
		page, err := p.c.Service.CampaignBySlug(r.Context(), readapi.Viewer{}, whose)
		switch {
		case errors.Is(err, readapi.ErrNoCampaign):
			w.Header().Set("Cache-Control", "no-store")
			http.Error(w, "There is no such picture.", http.StatusNotFound)
			return
		case err != nil:
			p.c.Problems.Write(w, r, err)
			return
		}
		whose, c = page.ID.String(), campaignCard(page)
	}
	if to := (url.URL{Path: cardPath(whose, c)}); to.Path != r.URL.Path {
		w.Header().Set("Cache-Control", "no-cache")
		http.Redirect(w, r, to.String(), http.StatusFound)
		return
	}
	body, err := p.drawn(c)
	if err != nil {
		p.c.Problems.Write(w, r, err)
		return
	}
	h := w.Header()
	h.Set("Content-Type", "image/png")
	h.Set("Cache-Control", forever)
	h.Set("ETag", `"`+c.Version()+`"`)
	h.Set("Cross-Origin-Resource-Policy", "cross-origin") // pages elsewhere show it beside their link
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(body))
}

// drawn gives a card's picture from memory, or draws it: each once, however many ask, and one at a time, because
// drawing is work for one processor and nothing waits for it but a preview.
func (p *Pages) drawn(c card.Card) ([]byte, error) {
	version := c.Version()
	if body, ok := p.cards.Get(version); ok {
		return body, nil
	}
	p.drawing.Lock()
	defer p.drawing.Unlock()
	if body, ok := p.cards.Get(version); ok {
		return body, nil
	}
	body, err := p.drawer.PNG(c)
	if err != nil {
		return nil, fmt.Errorf("draw the card of %s: %w", c.Seed, err)
	}
	p.cards.Add(version, body)
	return body, nil
}
