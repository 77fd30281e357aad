package media

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"io"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/go-chi/chi/v5"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/auth"
	"github.com/callup/callup/internal/media/pictures"
	"github.com/callup/callup/internal/ports"
	"github.com/callup/callup/internal/problem"
)

const (
	// sentWithin is how long an upload may take to arrive, over a slow telephone line too, and answeredWithin until it is answered.
	sentWithin     = 2 * time.Minute
	answeredWithin = 5 * time.Minute
	// cachedFor is how long a browser may cache a picture: its address never shows another. Caches that answer to others learn
	// within a minute whether it was removed.
	cachedFor = "public, max-age=3600, s-maxage=60, immutable"
)

var errTooLarge = domain.Refuse(domain.Invalid, "file_too_large", "The file is too large.").With("max_mb", pictures.MaxBytes>>20)

// names are those of uploads as Take makes them.
var names = regexp.MustCompile(`^[a-z2-7]{26}$`)

// Receive is the handler of uploads: POST with the file as the body, by a member; a video is announced only. It answers 201 with {"upload": name}, which a
// command that shows the upload takes.
func (u *Uploads) Receive(w http.ResponseWriter, r *http.Request) {
	name, err := u.receive(w, r)
	if err != nil {
		u.refuse(w, r, err)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(http.StatusCreated)
	if err := json.NewEncoder(w).Encode(map[string]string{"upload": name}); err != nil {
		u.c.Log.DebugContext(r.Context(), "could not answer an upload", "error", err)
	}
}

func (u *Uploads) receive(w http.ResponseWriter, r *http.Request) (name string, err error) {
	who, err := auth.Require(r.Context())
	if err != nil {
		return "", err
	}
	k, known := u.Kind(chi.URLParam(r, "kind"))
	if !known {
		return "", errNoUpload
	}
	if k.asSent() {
		return u.begin(w, r, who.Member, k)
	}
	if r.ContentLength > pictures.MaxBytes {
		return "", errTooLarge
	}
	if err := u.c.Limit.Take(who.Member.String()); err != nil {
		return "", err
	}
	leave, err := u.turn(w, r, who.Member)
	if err != nil {
		return "", err
	}
	defer leave()
	if err := u.within(r.Context(), who.Member, r.ContentLength, true); err != nil {
		return "", err
	}
	sent, err := newSpool()
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, sent.drop()) }()
	broken := u.read(w, r, who.Member, sent, pictures.MaxBytes)
	if _, large := errors.AsType[*http.MaxBytesError](broken); large {
		return "", errTooLarge
	}
	if errors.Is(broken, os.ErrDeadlineExceeded) {
		return "", problem.TooSlow()
	}
	if broken != nil {
		return "", pictures.ErrUnreadable // it was cut off
	}
	return u.keep(r.Context(), who.Member, k, sent)
}

// refuse answers why something was refused, and then lets what was sent pass by: a browser that is cut off while it sends reads
// no answer.
func (u *Uploads) refuse(w http.ResponseWriter, r *http.Request, err error) {
	c := http.NewResponseController(w)
	duplex := c.EnableFullDuplex() == nil && r.ContentLength > 0 && r.ContentLength <= pictures.MaxBytes
	u.c.Problems.Write(w, r, err)
	if !duplex || c.Flush() != nil {
		return
	}
	_ = c.SetReadDeadline(time.Now().Add(sentWithin))
	_, _ = io.Copy(io.Discard, io.LimitReader(r.Body, r.ContentLength)) // the client may have gone
}

// turn waits until the member's other uploads are done. Nothing of the request is read before.
func (u *Uploads) turn(w http.ResponseWriter, r *http.Request, member ident.ID) (leave func(), err error) {
	c := http.NewResponseController(w)
	// what is no connection, as in tests, has no deadline
	_ = c.SetReadDeadline(time.Now().Add(waitWithin + sentWithin))
	_ = c.SetWriteDeadline(time.Now().Add(waitWithin + answeredWithin))
	return u.of.take(r.Context(), member)
}

// read reads so many bytes of a request at most into a spool.
func (u *Uploads) read(w http.ResponseWriter, r *http.Request, of ident.ID, into *spool, most int64) error {
	c := http.NewResponseController(w)
	_ = c.SetReadDeadline(time.Now().Add(sentWithin))
	_ = c.SetWriteDeadline(time.Now().Add(answeredWithin))
	n, err := into.ReadFrom(http.MaxBytesReader(w, r.Body, most))
	if err == nil {
		_ = c.SetReadDeadline(time.Time{}) // it would end the request's work
	}
	return errors.Join(err, u.count(r.Context(), of, n, 0))
}

// Discard is the handler of uploads that are taken back: DELETE /api/uploads/{kind}/{name}, by the member who made them. It
// answers 204, also where there is none.
func (u *Uploads) Discard(w http.ResponseWriter, r *http.Request) {
	if err := u.discard(r); err != nil {
		u.c.Problems.Write(w, r, err)
		return
	}
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(http.StatusNoContent)
}

func (u *Uploads) discard(r *http.Request) error {
	who, err := auth.Require(r.Context())
	if err != nil {
		return err
	}
	k, known := u.Kind(chi.URLParam(r, "kind"))
	name := chi.URLParam(r, "name")
	if !known || !names.MatchString(name) {
		return errNoUpload
	}
	return u.Remove(r.Context(), who.Member, k, name)
}

// Serve is the handler of the files: GET /media/{kind}/{name}/{file}.
func (u *Uploads) Serve(w http.ResponseWriter, r *http.Request) {
	if err := u.serve(w, r); err != nil {
		u.c.Problems.Write(w, r, err)
	}
}

func (u *Uploads) serve(w http.ResponseWriter, r *http.Request) error {
	k, known := u.Kind(chi.URLParam(r, "kind"))
	name, file := chi.URLParam(r, "name"), chi.URLParam(r, "file")
	if known && k.asSent() && file == k.file() && names.MatchString(name) {
		return u.play(w, r, k, name)
	}
	size, err := strconv.Atoi(strings.TrimSuffix(file, pictures.Ending))
	if !known || !names.MatchString(name) || err != nil || strconv.Itoa(size)+pictures.Ending != file {
		return errNoFile
	}
	if err := u.answered(r.Context(), k, name); err != nil {
		return err
	}
	opened, err := u.open(r.Context(), k, name, size)
	if errors.Is(err, ports.ErrNoMedia) {
		return errNoFile
	}
	if err != nil {
		return fmt.Errorf("open a file of the media: %w", err)
	}
	defer func() { _ = opened.Close() }() // it was only read
	h := w.Header()
	h.Set("Content-Type", pictures.Type)
	h.Set("Cache-Control", cachedFor)
	h.Set("ETag", `"`+name+"-"+strconv.Itoa(size)+`"`)
	http.ServeContent(w, r, "", opened.KeptAt, opened)
	return nil
}

// open opens a picture in a size. One that was uploaded before that size was made is opened in the next larger one.
func (u *Uploads) open(ctx context.Context, k Kind, name string, wide int) (ports.OpenMedia, error) {
	opened, err := u.c.Store.Open(ctx, fileOf(k.Name, name, image.Pt(wide, 0)))
	i := slices.IndexFunc(k.Sizes, func(size image.Point) bool { return size.X == wide })
	if errors.Is(err, ports.ErrNoMedia) && i > 0 {
		return u.open(ctx, k, name, k.Sizes[i-1].X)
	}
	return opened, err
}

var errNoFile = domain.Refuse(domain.NotFound, "no_route", "There is nothing at this address.")
