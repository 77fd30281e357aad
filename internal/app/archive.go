package app

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/callup/callup/commands/erasing"
	"github.com/callup/callup/internal/app/archive"
	"github.com/callup/callup/internal/app/guestdata"
	"github.com/callup/callup/internal/auth"
	"github.com/callup/callup/internal/problem"
)

const (
	// archiveWithin bounds the search for what is held of a member: where that is very much, the time of an ordinary request may be
	// too short. It leaves time to send what was found.
	archiveWithin = 40 * time.Second
	// archivesAtOnce is how many such searches a process makes at the same time.
	archivesAtOnce = 2
)

type archiveInput struct {
	auth.Browser
	Body auth.ArchiveBody
}

// registerArchive declares how a member gets everything that is held about them.
func registerArchive(api huma.API, accounts *auth.Service, e *erasing.Process) {
	op := huma.Operation{
		OperationID: "download-my-data", Method: http.MethodPost, Path: "/api/my/archive", Tags: []string{"members"},
		Summary:  "Everything that is held about the member, as a ZIP archive of JSON files with a summary",
		Security: []map[string][]string{{problem.Bearer: {}}},
		Responses: map[string]*huma.Response{"200": {
			Description: "OK", Content: map[string]*huma.MediaType{archive.Type: {Schema: &huma.Schema{Type: "string", Format: "binary"}}},
		}},
	}
	searching := make(chan struct{}, archivesAtOnce)
	problem.Register(api, op, func(ctx context.Context, in *archiveInput) (*huma.StreamResponse, error) {
		p, err := auth.Require(ctx)
		if err != nil {
			return nil, err
		}
		if err := accounts.AllowArchive(ctx, p, in.Body.Password, in.Browser); err != nil {
			return nil, err
		}
		select {
		case searching <- struct{}{}:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
		defer func() { <-searching }()
		searchCtx, cancel := context.WithTimeout(context.WithoutCancel(ctx), archiveWithin)
		defer cancel()
		about, err := accounts.Contact(searchCtx, p.Member)
		if err != nil {
			return nil, fmt.Errorf("look up whose archive it is: %w", err)
		}
		held, err := e.ExportMember(searchCtx, p.Member)
		if err != nil {
			return nil, fmt.Errorf("gather what is held about a member: %w", err)
		}
		a := archive.Archive{Held: held, Email: about.Email, Lang: about.Lang, At: Now().UTC()}
		return &huma.StreamResponse{Body: func(h huma.Context) {
			h.SetHeader("Content-Type", archive.Type)
			h.SetHeader("Content-Disposition", `attachment; filename="`+a.Name()+`"`)
			h.SetHeader("Cache-Control", "no-store")
			h.SetStatus(http.StatusOK)
			if err := a.Write(h.BodyWriter()); err != nil {
				// the answer has begun: cut off, it is no archive for whoever reads it
				panic(http.ErrAbortHandler)
			}
		}}, nil
	})
}

// guestsOf is guestdata.Guests.
type guestsOf struct{ *erasing.Process }

func (g guestsOf) ExportGuest(ctx context.Context, email string) (map[string]any, error) {
	held, err := g.Process.ExportGuest(ctx, email)
	if errors.Is(err, erasing.ErrNobody) || errors.Is(err, erasing.ErrIsMember) {
		return nil, guestdata.ErrNothing
	}
	return held, err
}
