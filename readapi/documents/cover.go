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

// How wide a cover is shown, for the browser to choose among the sizes of its photograph.
const (
	onCard = "(min-width: 700px) 420px, 100vw"
	onPage = "(min-width: 1000px) 720px, 100vw"
)

// photo is a campaign's photograph as the template "photo" shows it: what is blurred stands there until it is loaded.
type photo struct {
	At, Blur, Alt, Lang, Sizes string
	First                      bool // it is what the page begins with
	Later                      bool // it is asked for once the page is painted
}

// coverOfCard is the cover of a campaign in a list: its photograph, else one that is drawn for it.
func (s *Documents) coverOfCard(
	lang string, c campaigns.CampaignCard, later bool, width, height int,
) (template.HTML, error) {
	return s.cover(lang, c, photo{Sizes: onCard, Later: later}, width, height)
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
