package ports

import (
	"context"
	"errors"
	"io"
	"time"

	"github.com/callup/callup/domain/ident"
)

// Media keeps the files that people give. A file's name is made for it, holds nothing that anybody could guess, and never comes
// to name other bytes: what it leads to may be kept by whoever read it.
//
// A name is two or more words of lower-case letters, digits, hyphens and dots, separated by slashes; the last is the file, what
// stands before it the folder it goes with, as in "avatar/5q…/128.jpg". No word begins with a dot.
type Media interface {
	// Put keeps the bytes that a reader gives, which must be as many as Size says, with their media type. A Put that fails
	// leaves no file of that name, or the whole of it. Errors: ErrMedia.
	Put(ctx context.Context, name string, f MediaFile) error
	// Open gives a file, which the caller closes. Errors: ErrNoMedia, ErrMedia.
	Open(ctx context.Context, name string) (OpenMedia, error)
	// Remove removes a folder with all its files; one that is not there is removed already. Errors: ErrMedia.
	Remove(ctx context.Context, folder string) error
}

// MediaFile is a file to be kept.
type MediaFile struct {
	Type string // such as "image/jpeg"
	Size int64  // bytes
	Body io.Reader
}

// OpenMedia is a file that is kept. Whoever asked for it closes it.
type OpenMedia struct {
	io.ReadSeekCloser
	Size   int64     // bytes
	KeptAt time.Time // when it was put
}

// Uploads are the files that people gave so far, each with its owner and its kind, such as "avatar".
type Uploads interface {
	// Claim is asked before a thing, such as a campaign, shows what somebody uploaded, or shows it no more: the upload of a name
	// must be theirs, of the kind and whole, and what else of the kind they uploaded goes in time unless it is shown. An empty name
	// claims nothing. It gives what stands in a page until a picture is loaded, as a data: address; empty for kinds that have none.
	// Errors: a refusal with upload_not_found.
	Claim(ctx context.Context, owner ident.ID, kind, upload string, thing ident.ID) (blur string, err error)
	// ClaimOne is Claim for a thing that never shows another upload instead: what else somebody uploaded is left alone.
	ClaimOne(ctx context.Context, owner ident.ID, kind, upload string, thing ident.ID) (blur string, err error)
	// Release is asked before a thing that shows uploads of somebody goes: those of the names and the kind go in time unless
	// something shows them.
	Release(ctx context.Context, owner ident.ID, kind string, names []string) error
	// RemoveOf is called after a thing, or some of what it showed, was removed: of the uploads that it ever claimed, those that
	// nothing shows any more are not served from then on, and nothing comes to show them again.
	RemoveOf(ctx context.Context, thing ident.ID, r Removal) error
	// HideOf is called after a thing was hidden for a while, or shown again: its files are not served
	// meanwhile.
	HideOf(ctx context.Context, thing ident.ID, hidden bool) error
}

// Removal says which of the uploads that a thing claimed are removed.
type Removal struct {
	Kind       string // empty: of all kinds
	Everywhere bool   // whatever else shows them, as a moderator decided
}

// The errors of media stores.
var (
	ErrMedia   = errors.New("the store of media did not answer")
	ErrNoMedia = errors.New("there is no such file among the media")
)
