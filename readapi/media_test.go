package readapi_test

import (
	"bytes"
	"context"
	"image"
	"image/jpeg"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/callup/callup/commands/campaigns"
	"github.com/callup/callup/commands/feed"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/ports"
	readcampaigns "github.com/callup/callup/readapi/campaigns"
)

// everybodys are uploads that are whoever's asks.
type everybodys struct{}

func (everybodys) Claim(_ context.Context, _ ident.ID, kind, upload string, _ ident.ID) (string, error) {
	if upload == "" || kind != campaigns.PhotoKind {
		return "", nil
	}
	return aBlur, nil
}

func (everybodys) ClaimOne(_ context.Context, _ ident.ID, kind, _ string, _ ident.ID) (string, error) {
	if kind != feed.PhotoKind {
		return "", nil
	}
	return "data:image/png;base64,iVBORw0KGgo=", nil
}

func (everybodys) Release(context.Context, ident.ID, string, []string) error { return nil }

func (everybodys) RemoveOf(context.Context, ident.ID, ports.Removal) error { return nil }

func (everybodys) HideOf(context.Context, ident.ID, bool) error { return nil }

const aBlur = "data:image/png;base64,iVBORw0KGgo="

// shelf is a store of media in memory.
type shelf map[string][]byte

func (s shelf) Open(_ context.Context, name string) (ports.OpenMedia, error) {
	found, ok := s[name]
	if !ok {
		return ports.OpenMedia{}, ports.ErrNoMedia
	}
	return ports.OpenMedia{ReadSeekCloser: onShelf{bytes.NewReader(found)}, Size: int64(len(found))}, nil
}

func (s shelf) Put(_ context.Context, name string, f ports.MediaFile) error {
	all, err := io.ReadAll(f.Body)
	s[name] = all
	return err
}

func (shelf) Remove(context.Context, string) error { return nil }

type onShelf struct{ *bytes.Reader }

func (onShelf) Close() error { return nil }

// A photograph is in the campaign's page, its card, the one that other sites show, and the picture beside links, as long as the
// campaign shows it.
func TestCampaigns_ShowTheirPhotograph(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	owner := w.member("Olga", "olga@example.org")
	in := content("Well")
	in.Photo, in.PhotoAlt, in.Video = "abc", `Three <b> at the "well"`, "def"
	made := w.launch(owner, in)
	var b bytes.Buffer
	must(t, jpeg.Encode(&b, image.NewGray(image.Rect(0, 0, 1600, 900)), nil))
	w.media = shelf{"campaign-photo/abc/1600.jpg": b.Bytes()}
	site := w.site()

	path := "/api/campaigns/" + made.Slug
	is := answer[readcampaigns.CampaignDetail](w, ident.Nil, path)
	if is.Photo != "/media/campaign-photo/abc" || is.PhotoBlur != aBlur || is.PhotoAlt != in.PhotoAlt ||
		is.Video != "/media/campaign-video/def/video" {
		t.Errorf("%+v", is)
	}
	page := string(visit(t, site, "/campaign/"+made.Slug).body)
	for _, want := range []string{
		`<img class="cover" src="` + aBlur + `" alt="">`, `src="/media/campaign-photo/abc/960.jpg"`,
		`alt="Three &lt;b&gt; at the &#34;well&#34;" lang="en"`, `property="og:image:type" content="image/jpeg"`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	shared := visit(t, site, pictureOf(t, page))
	if shared.status != http.StatusOK || shared.header.Get("Content-Type") != "image/jpeg" ||
		!bytes.HasPrefix(shared.body, []byte("\xff\xd8")) {
		t.Errorf("beside links: %d %v", shared.status, shared.header)
	}
	for _, path := range []string{"/embed/" + made.Slug, "/explore"} {
		if page := string(visit(t, site, path).body); !strings.Contains(page, `"/media/campaign-photo/abc/960.jpg"`) ||
			strings.Contains(page, `alt="Three`) {
			t.Errorf("%s shows another cover", path)
		}
	}

	in.Photo, in.Video = "", ""
	w.saw(campaigns.ReviseCampaign.Run(t.Context(), w.commands, w.env().For(owner), campaigns.ReviseCampaignBody{
		CampaignBody: campaigns.CampaignBody{CampaignID: made.CampaignID}, ContentBody: in,
	}))
	is = answer[readcampaigns.CampaignDetail](w, ident.Nil, path)
	if is.Photo+is.PhotoBlur+is.PhotoAlt+is.Video != "" {
		t.Errorf("it still shows %+v", is)
	}
	if page := string(visit(t, site, "/campaign/"+made.Slug).body); !strings.Contains(page, `<svg class="cover cover-`) {
		t.Error("no cover is drawn")
	}
}

// The first photograph of a list is most of what a phone shows of it; the others come once it is painted.
func TestExplore_AsksForItsFirstPhotographFirst(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	owner := w.member("Olga", "olga@example.org")
	for _, photo := range []string{"abc", "def"} {
		in := content("Well " + photo)
		in.Photo = photo
		w.launch(owner, in)
	}
	w.caughtUp()
	page := string(visit(t, w.site(), "/explore").body)
	cards := strings.Split(page, `<article class="card ccard">`)[1:]
	if len(cards) != 2 {
		t.Fatalf("%d cards", len(cards))
	}
	for i, card := range cards {
		if later := strings.Contains(card, "<noscript>"); later != (i > 0) || strings.Contains(card, ` fetchpriority="high"`) == later {
			t.Errorf("card %d: %s", i, card)
		}
	}
}
