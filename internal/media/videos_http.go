package media

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"time"

	"github.com/go-chi/chi/v5"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/auth"
	"github.com/callup/callup/internal/media/films"
	"github.com/callup/callup/internal/media/sounds"
	"github.com/callup/callup/internal/ports"
	"github.com/callup/callup/internal/problem"
)

// playedWithin is how long one answer with a part of a video may take; players ask for the rest then.
const playedWithin = 10 * time.Minute

// The headers in which videos are sent, as in tus and in the draft of resumable uploads (RFC 9110 has none).
const (
	lengthHeader   = "Upload-Length"
	offsetHeader   = "Upload-Offset"
	completeHeader = "Upload-Complete"
)

// begin answers a POST that announces a video: its length stands in Upload-Length, and it comes by Continue.
func (u *Uploads) begin(w http.ResponseWriter, r *http.Request, owner ident.ID, k Kind) (string, error) {
	length, err := strconv.ParseInt(r.Header.Get(lengthHeader), 10, 64)
	if err != nil {
		return "", k.errUnreadable()
	}
	if err := u.c.Limit.Take(owner.String()); err != nil {
		return "", err
	}
	if err := u.within(r.Context(), owner, length, true); err != nil {
		return "", err
	}
	w.Header().Set(offsetHeader, "0")
	return u.Begin(r.Context(), owner, k, length)
}

// Resume is the handler that says how far a video has come: HEAD /api/uploads/{kind}/{name}, by the member who sends it, with
// Upload-Offset, Upload-Length and Upload-Complete.
func (u *Uploads) Resume(w http.ResponseWriter, r *http.Request) {
	owner, k, name, err := u.video(r)
	if err == nil {
		var s Sent
		if s, err = u.Sent(r.Context(), owner, k, name); err == nil {
			tell(w, s)
			w.WriteHeader(http.StatusOK)
			return
		}
	}
	u.c.Problems.Write(w, r, err)
}

// Continue is the handler of a part of a video: PATCH /api/uploads/{kind}/{name} with the part as the body and in Upload-Offset
// where it begins. It answers 204 with how far the video has come. Of a part that is cut off, what came is kept.
func (u *Uploads) Continue(w http.ResponseWriter, r *http.Request) {
	s, err := u.resume(w, r)
	if s.Length > 0 {
		tell(w, s)
	}
	if err != nil {
		u.refuse(w, r, err)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

func tell(w http.ResponseWriter, s Sent) {
	h := w.Header()
	h.Set("Cache-Control", "no-store")
	h.Set(offsetHeader, strconv.FormatInt(s.Arrived, 10))
	h.Set(lengthHeader, strconv.FormatInt(s.Length, 10))
	h.Set(completeHeader, map[bool]string{true: "?1", false: "?0"}[s.Whole])
}

func (u *Uploads) video(r *http.Request) (owner ident.ID, k Kind, name string, err error) {
	who, err := auth.Require(r.Context())
	if err != nil {
		return ident.Nil, Kind{}, "", err
	}
	k, known := u.Kind(chi.URLParam(r, "kind"))
	name = chi.URLParam(r, "name")
	if !known || !k.asSent() || !names.MatchString(name) {
		return ident.Nil, Kind{}, "", errNoUpload
	}
	return who.Member, k, name, nil
}

func (u *Uploads) resume(w http.ResponseWriter, r *http.Request) (is Sent, err error) {
	owner, k, name, err := u.video(r)
	if err != nil {
		return Sent{}, err
	}
	from, err := strconv.ParseInt(r.Header.Get(offsetHeader), 10, 64)
	if err != nil {
		return Sent{}, errOffset
	}
	// before anything is read: who is not where they think they are sends it in vain
	if s, err := u.Sent(r.Context(), owner, k, name); err != nil || s.Arrived != from {
		return s, errors.Join(err, errOffset)
	}
	leave, err := u.turn(w, r, owner)
	if err != nil {
		return Sent{}, err
	}
	defer leave()
	if err := u.within(r.Context(), owner, r.ContentLength, false); err != nil {
		return Sent{}, err
	}
	part, err := newSpool()
	if err != nil {
		return Sent{}, err
	}
	defer func() { err = errors.Join(err, part.drop()) }()
	broken := u.read(w, r, owner, part, mostPart)
	if _, large := errors.AsType[*http.MaxBytesError](broken); large {
		return Sent{}, k.errTooLarge()
	}
	if broken != nil && part.size < leastPart {
		return Sent{}, problem.TooSlow()
	}
	_ = http.NewResponseController(w).SetReadDeadline(time.Time{})
	ctx := context.WithoutCancel(r.Context())
	ctx, cancel := context.WithTimeout(ctx, answeredWithin)
	defer cancel()
	return u.add(ctx, owner, k, name, from, part)
}

// typeOf gives the media type of what was checked before, by how it begins.
func (k Kind) typeOf(head []byte) string {
	if k.Audio {
		return sounds.TypeOf(head)
	}
	return films.TypeOf(head)
}

// play serves a video, or the part of it that a player asks for.
func (u *Uploads) play(w http.ResponseWriter, r *http.Request, k Kind, name string) error {
	if err := u.answered(r.Context(), k, name); err != nil {
		return err
	}
	opened, err := u.c.Store.Open(r.Context(), folderOf(k.Name, name)+"/"+k.file())
	if errors.Is(err, ports.ErrNoMedia) {
		return errNoFile
	}
	if err != nil {
		return fmt.Errorf("open a video: %w", err)
	}
	defer func() { _ = opened.Close() }() // it was only read
	head := make([]byte, 12)
	if _, err := io.ReadFull(opened, head); err != nil {
		return fmt.Errorf("read a video: %w", err)
	}
	h := w.Header()
	h.Set("Content-Type", k.typeOf(head))
	h.Set("Cache-Control", cachedFor)
	h.Set("ETag", `"`+name+`"`)
	// what is no connection, as in tests, has no deadline
	_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(playedWithin))
	http.ServeContent(w, r, "", opened.KeptAt, opened)
	return nil
}
