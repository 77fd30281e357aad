package app

import (
	"context"
	"fmt"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/readapi/documents/shareimage"
)

// picture has a member upload what is drawn, as what a kind of things shows. Nobody took a photograph for the demo.
func (w *seeder) picture(ctx context.Context, owner ident.ID, kind string, of shareimage.Image) (string, error) {
	drawer, err := shareimage.New()
	if err != nil {
		return "", err
	}
	drawn, err := drawer.Draw(of, nil)
	if err != nil {
		return "", err
	}
	k, known := w.uploads.Kind(kind)
	if !known {
		return "", fmt.Errorf("nothing is uploaded as %q", kind)
	}
	return w.uploads.Take(ctx, owner, k, drawn)
}
