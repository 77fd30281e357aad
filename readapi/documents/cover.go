package documents

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"html/template"
	"image"
	"image/jpeg"
	"strings"

	"github.com/callup/callup/internal/ports"
	"github.com/callup/callup/readapi/campaigns"
	"github.com/callup/callup/readapi/documents/shareimage"
)

// How wide a cover is shown, for the browser to choose among the sizes of its photograph. The web app says the same of those
// that it does not measure (Cover.tsx): a photograph in another size would be loaded twice.
const (
	onCard = "(min-width: 704px) 420px, calc(100vw - 42px)"
	onPage = "(min-width: 1000px) 720px, (min-width: 768px) calc(100vw - 414px), calc(100vw - 42px)"
)

// photo is a campaign's photograph as the template "photo" shows it: what is blurred stands there until it is loaded.
type photo struct {
	At, Blur, Alt, Lang, Sizes string
	First                      bool // the page begins with it, so it is asked for before all others
	Later                      bool // the app asks for it once the page is painted
}

// coverOfCard gives a template function: the cover of a campaign in a list, its photograph or one that is drawn for it.
func (s *Documents) coverOfCard(lang string, p photo) func(campaigns.CampaignCard, int, int) (template.HTML, error) {
	p.Sizes = onCard
	return func(c campaigns.CampaignCard, width, height int) (template.HTML, error) {
		return s.cover(lang, c, p, width, height)
	}
}

// coverOfPage is the cover of a campaign on its own page.
func (s *Documents) coverOfPage(lang string, c campaigns.CampaignDetail) (template.HTML, error) {
	return s.cover(lang, c.CampaignCard, photo{Alt: c.PhotoAlt, Sizes: onPage, First: true}, 640, 360)
}

func (s *Documents) cover(lang string, c campaigns.CampaignCard, p photo, width, height int) (template.HTML, error) {
	if c.Photo == "" {
		return shareimage.SVG(c.ID.String(), c.Category, width, height), nil
	}
	p.At, p.Blur, p.Lang = c.Photo, c.PhotoBlur, c.Lang
	var b bytes.Buffer
	err := s.templates[lang].ExecuteTemplate(&b, "photo", p)
	return template.HTML(b.String()), err //nolint:gosec // a template escaped it
}

// sharedPhoto is the file of a photograph that share images are drawn on.
const sharedPhoto = "/1600.jpg"

// photoOf gives the photograph of a share image; none where it has none, or where the file is gone.
func (s *Documents) photoOf(ctx context.Context, c shareimage.Image) (image.Image, error) {
	if c.Photo == "" {
		return nil, nil //nolint:nilnil // the cover is drawn then
	}
	file, err := s.c.Media.Open(ctx, strings.TrimPrefix(c.Photo, "/media/")+sharedPhoto)
	if errors.Is(err, ports.ErrNoMedia) {
		return nil, nil //nolint:nilnil // likewise
	}
	if err != nil {
		return nil, fmt.Errorf("open the photograph of a share image: %w", err)
	}
	defer func() { _ = file.Close() }() // it was only read
	found, err := jpeg.Decode(file)
	if err != nil {
		return nil, fmt.Errorf("read the photograph of a share image: %w", err)
	}
	return found, nil
}
