package documents

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/go-chi/chi/v5"

	"github.com/callup/callup/readapi/campaigns"
	"github.com/callup/callup/readapi/documents/shareimage"
)

// keptImages is how many pictures stay in memory, each some 50 KB, or 200 with a photograph.
const keptImages = 128

// picture is what stands beside a link to a page elsewhere.
type picture struct{ URL, Alt, Type string }

// ownImage is the product's own: the picture of the landing page under its title.
func (s *Documents) ownImage(lang string) shareimage.Image {
	return shareimage.Image{Seed: "hero-3", Category: "community", Title: s.words[lang]["landing:hero.title"]}
}

func campaignImage(c campaigns.CampaignDetail) shareimage.Image {
	return shareimage.Image{Seed: c.ID.String(), Category: c.Category, Title: c.Title, Photo: c.Photo}
}

func (s *Documents) ownPicture(lang string) picture {
	c := s.ownImage(lang)
	return picture{s.c.PublicURL + imagePath(lang, c), fmt.Sprintf(s.texts[lang].ImageAlt, c.Title), c.Type()}
}

func (s *Documents) campaignPicture(lang string, c campaigns.CampaignDetail) picture {
	of := campaignImage(c)
	return picture{s.c.PublicURL + imagePath(c.ID.String(), of), fmt.Sprintf(s.texts[lang].ImageAlt, c.Title), of.Type()}
}

// imagePath is the address of a picture: whose it is, and which, so that it can be kept for ever.
func imagePath(whose string, c shareimage.Image) string {
	return "/card/" + whose + "/" + c.Version() + "." + strings.TrimPrefix(strings.Replace(c.Type(), "jpeg", "jpg", 1), "image/")
}

// shareImage sends a picture. One that is no more what the campaign looks like leads to the one that is.
func (s *Documents) shareImage(w http.ResponseWriter, r *http.Request) {
	whose := chi.URLParam(r, "whose")
	var c shareimage.Image
	if slices.Contains(languages, whose) {
		c = s.ownImage(whose)
	} else {
		found, err := s.campaignNamed(r.Context(), whose)
		switch {
		case errors.Is(err, campaigns.ErrNoCampaign), errors.Is(err, campaigns.ErrCancelled), errors.Is(err, campaigns.ErrSuspended):
			w.Header().Set("Cache-Control", "no-store")
			http.Error(w, "There is no such picture.", http.StatusNotFound)
			return
		case err != nil:
			s.c.Problems.Write(w, r, err)
			return
		}
		whose, c = found.ID.String(), campaignImage(found)
	}
	if to := (url.URL{Path: imagePath(whose, c)}); to.Path != r.URL.Path {
		w.Header().Set("Cache-Control", "no-cache")
		http.Redirect(w, r, to.String(), http.StatusFound)
		return
	}
	body, err := s.drawn(r.Context(), c)
	if err != nil {
		s.c.Problems.Write(w, r, err)
		return
	}
	h := w.Header()
	h.Set("Content-Type", c.Type())
	h.Set("Cache-Control", forever)
	h.Set("ETag", `"`+c.Version()+`"`)
	h.Set("Cross-Origin-Resource-Policy", "cross-origin") // pages elsewhere show it beside their link
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(body))
}

// drawn gives a picture from memory, or draws it: each once, however many ask, and one at a time, because
// drawing is work for one processor and nothing waits for it but a preview.
func (s *Documents) drawn(ctx context.Context, c shareimage.Image) ([]byte, error) {
	version := c.Version()
	if body, ok := s.images.Get(version); ok {
		return body, nil
	}
	s.drawing.Lock()
	defer s.drawing.Unlock()
	if body, ok := s.images.Get(version); ok {
		return body, nil
	}
	photograph, err := s.photoOf(ctx, c)
	if err != nil {
		return nil, err
	}
	body, err := s.drawer.Draw(c, photograph)
	if err != nil {
		return nil, fmt.Errorf("draw the share image of %s: %w", c.Seed, err)
	}
	s.images.Add(version, body)
	return body, nil
}
