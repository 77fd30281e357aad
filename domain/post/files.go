package post

import (
	"slices"
	"strconv"
	"time"
	"unicode/utf8"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/personal"
)

// The limits of what a post shows.
const (
	MaxFiles = 10
	MaxAlt   = 300 // characters
)

// FileKind is what a file of a post is. The names are stored.
type FileKind string

// The kinds of files. Each stays what it was sent as.
const (
	Photo FileKind = "photo"
	Video FileKind = "video"
	Audio FileKind = "audio"
)

// FileKinds are all there are.
var FileKinds = []FileKind{Photo, Video, Audio}

// File is a photograph, a video or a recording that a post shows.
type File struct {
	Kind   FileKind      `json:"kind"`
	Upload personal.Text `json:"upload" personal:"author"` // names an upload of the kind
	Blur   personal.Text `json:"blur" personal:"author"`   // what stands there until a photograph is loaded: a data: address
	Alt    personal.Text `json:"alt" personal:"author"`    // what a photograph shows, for whoever can't see it; may be empty
}

// FilesShown has a post show files. It stands right after the post.
type FilesShown struct {
	Post   ident.ID  `json:"post"`
	Author ident.ID  `json:"author"` // the subject of the member whose they are
	Files  []File    `json:"files"`
	At     time.Time `json:"at"`
}

// Shows tells whether a post that is there shows an upload.
func (s State) Shows(upload string) bool {
	return upload != "" && s.Shown() == nil && slices.Contains(s.Uploads, upload)
}

func uploads(files []File) []string {
	var all []string
	for _, f := range files {
		all = append(all, f.Upload.String())
	}
	return all
}

// CheckFiles refuses too many files, one of a kind that there is none of, one twice, and too long words about one.
func CheckFiles(files []File) error {
	if len(files) > MaxFiles {
		return domain.RefuseField("files", "too_many_files", "there are too many files").With("max", MaxFiles)
	}
	var faults domain.Refusals
	names := uploads(files)
	for i, f := range files {
		field := "files." + strconv.Itoa(i)
		if !slices.Contains(FileKinds, f.Kind) {
			faults = append(faults, domain.RefuseField(field+".kind", "unknown_file_kind", "there are no such files"))
		}
		if f.Upload.String() == "" || slices.Contains(names[:i], names[i]) {
			faults = append(faults, domain.RefuseField(field+".upload", "upload_not_found", "there is no such upload of yours"))
		}
		if utf8.RuneCountInString(f.Alt.String()) > MaxAlt {
			faults = append(faults, domain.RefuseField(field+".alt", "too_long", "this is too long").With("max", MaxAlt))
		}
	}
	return faults.OrNil()
}
