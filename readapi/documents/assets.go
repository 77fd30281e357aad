package documents

import (
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strconv"
	"strings"
)

// The files' types are stated here: what the system knows differs between machines.
var types = map[string]string{
	".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".svg": "image/svg+xml", ".json": "application/json",
	".woff2": "font/woff2", ".png": "image/png", ".jpg": "image/jpeg", ".webp": "image/webp", ".ico": "image/x-icon",
	".txt": "text/plain; charset=utf-8", ".webmanifest": "application/manifest+json", ".map": "application/json",
}

// forever is for files whose name changes with their content.
const forever = "public, max-age=31536000, immutable"

// asset is one file with what was compressed at build time beside it.
type asset struct {
	kind  string
	tag   string
	cache string
	body  map[string][]byte // by content coding; "" is the file itself
}

// loadAssets reads every file that is served. Names that begin with a dot are the build's own.
func loadAssets(files fs.FS) (map[string]asset, error) {
	out := map[string]asset{}
	err := fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && name != "." && strings.HasPrefix(d.Name(), "."):
			return fs.SkipDir
		case d.IsDir(), name == indexFile, strings.HasPrefix(d.Name(), "."), path.Ext(name) == ".br", path.Ext(name) == ".gz":
			return nil
		}
		a, err := loadAsset(files, name)
		out["/"+name] = a
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read the web app's files: %w", err)
	}
	return out, nil
}

func loadAsset(files fs.FS, name string) (asset, error) {
	body, err := fs.ReadFile(files, name)
	if err != nil {
		return asset{}, err
	}
	sum := sha256.Sum256(body)
	a := asset{
		kind: types[path.Ext(name)], tag: base64.RawURLEncoding.EncodeToString(sum[:12]), cache: "no-cache",
		body: map[string][]byte{"": body},
	}
	if a.kind == "" {
		if a.kind = mime.TypeByExtension(path.Ext(name)); a.kind == "" {
			a.kind = "application/octet-stream"
		}
	}
	if strings.HasPrefix(name, "assets/") {
		a.cache = forever
	}
	for coding, suffix := range map[string]string{"br": ".br", "gzip": ".gz"} {
		switch packed, err := fs.ReadFile(files, name+suffix); {
		case err == nil:
			a.body[coding] = packed
		case !errors.Is(err, fs.ErrNotExist):
			return asset{}, err
		}
	}
	return a, nil
}

// serve answers with the smallest form the client takes.
func (a asset) serve(w http.ResponseWriter, r *http.Request) {
	coding := ""
	for _, c := range []string{"br", "gzip"} {
		if a.body[c] != nil && takes(r, c) {
			coding = c
			break
		}
	}
	h := w.Header()
	h.Set("Cache-Control", a.cache)
	h.Set("Vary", "Accept-Encoding")
	tag := `"` + a.tag
	if coding != "" {
		h.Set("Content-Encoding", coding)
		tag += "-" + coding
	}
	tag += `"`
	h.Set("ETag", tag)
	if strings.Contains(r.Header.Get("If-None-Match"), tag) {
		h.Del("Content-Encoding")
		w.WriteHeader(http.StatusNotModified)
		return
	}
	h.Set("Content-Type", a.kind)
	h.Set("Content-Length", strconv.Itoa(len(a.body[coding])))
	_, _ = w.Write(a.body[coding]) // the client may have gone
}

// takes tells whether the client accepts a content coding (RFC 9110 section 12.5.3); one with a weight of 0 it does not.
func takes(r *http.Request, coding string) bool {
	for part := range strings.SplitSeq(strings.Join(r.Header.Values("Accept-Encoding"), ","), ",") {
		name, weight, _ := strings.Cut(strings.TrimSpace(part), ";")
		if !strings.EqualFold(strings.TrimSpace(name), coding) {
			continue
		}
		q, err := strconv.ParseFloat(strings.TrimPrefix(strings.TrimSpace(weight), "q="), 64)
		return err != nil || q > 0
	}
	return false
}
