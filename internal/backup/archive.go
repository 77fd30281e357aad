// Package backup writes and reads the archives of an installation: one with the log, one with the keys that open its
// personal text and everything else that is not in the log. Each is a tar of pieces of Postgres's COPY format,
// compressed with zstd, with a header first and checksums last.
package backup

import (
	"archive/tar"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/klauspost/compress/zstd"
)

// Format is the version of the archives.
const Format = 1

// The two archives of a backup.
const (
	Log  = "log"
	Keys = "keys"
)

// Header says what an archive is. Both archives of a backup have the same, but for Part.
type Header struct {
	Format    int       `json:"format"`
	Part      string    `json:"part"`
	Backup    string    `json:"backup"` // names the backup, so that two parts of different ones are not mixed
	Made      time.Time `json:"made"`
	Program   string    `json:"program"`   // version of callup
	Migration int64     `json:"migration"` // of the database
	LogID     string    `json:"log_id"`
	Head      string    `json:"head"`   // position of the last event
	Events    int64     `json:"events"` // in the log
	KeyCheck  string    `json:"key_check"`
	Currency  string    `json:"main_currency"`
}

// Table is what the archive's end says of a table.
type Table struct {
	Name    string   `json:"name"`
	Columns []string `json:"columns"`
	Rows    int64    `json:"rows"`
	Bytes   int64    `json:"bytes"`
	SHA256  string   `json:"sha256"`
}

type manifest struct {
	Header string  `json:"header_sha256"`
	Tables []Table `json:"tables"`
}

const (
	headerName   = "header.json"
	manifestName = "manifest.json"
	columnsName  = "columns.json"
	piece        = 4 << 20 // bytes of a table in one member of the tar
	maxJSON      = 1 << 20
)

// ErrDamaged says that an archive is not whole, or not what was written.
var ErrDamaged = errors.New("the archive is damaged")

// Writer writes an archive.
type Writer struct {
	zip  *zstd.Encoder
	tar  *tar.Writer
	made time.Time
	end  manifest
}

// NewWriter begins an archive.
func NewWriter(w io.Writer, h Header) (*Writer, error) {
	zip, err := zstd.NewWriter(w)
	if err != nil {
		return nil, fmt.Errorf("begin an archive: %w", err)
	}
	a := &Writer{zip: zip, tar: tar.NewWriter(zip), made: h.Made}
	text, err := json.MarshalIndent(h, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("begin an archive: %w", err)
	}
	sum := sha256.Sum256(text)
	a.end.Header = hex.EncodeToString(sum[:])
	if err := a.member(headerName, text); err != nil {
		return nil, err
	}
	return a, nil
}

func (a *Writer) member(name string, content []byte) error {
	err := a.tar.WriteHeader(&tar.Header{Name: name, Mode: 0o600, Size: int64(len(content)), ModTime: a.made, Typeflag: tar.TypeReg})
	if err == nil {
		_, err = a.tar.Write(content)
	}
	if err != nil {
		return fmt.Errorf("write %s to the archive: %w", name, err)
	}
	return nil
}

// Table writes a table: copyOut writes its rows in the COPY format and tells how many there were.
func (a *Writer) Table(name string, columns []string, copyOut func(io.Writer) (int64, error)) error {
	text, err := json.Marshal(columns)
	if err != nil {
		return fmt.Errorf("name the columns of %s: %w", name, err)
	}
	if err := a.member(name+"/"+columnsName, text); err != nil {
		return err
	}
	t := &tableWriter{a: a, name: name, sum: sha256.New()}
	rows, err := copyOut(t)
	if err == nil {
		err = t.flush()
	}
	if err != nil {
		return fmt.Errorf("write table %s to the archive: %w", name, err)
	}
	a.end.Tables = append(a.end.Tables, Table{
		Name: name, Columns: columns, Rows: rows, Bytes: t.bytes, SHA256: hex.EncodeToString(t.sum.Sum(nil)),
	})
	return nil
}

// Close ends the archive with its checksums, and tells what it holds.
func (a *Writer) Close() ([]Table, error) {
	text, err := json.MarshalIndent(a.end, "", "  ")
	if err == nil {
		err = a.member(manifestName, text)
	}
	if err = errors.Join(err, a.tar.Close(), a.zip.Close()); err != nil {
		return nil, fmt.Errorf("end an archive: %w", err)
	}
	return a.end.Tables, nil
}

type tableWriter struct {
	a     *Writer
	name  string
	sum   hash.Hash
	bytes int64
	n     int
	rest  bytes.Buffer
}

func (t *tableWriter) Write(p []byte) (int, error) {
	t.sum.Write(p)
	t.bytes += int64(len(p))
	t.rest.Write(p)
	if t.rest.Len() >= piece {
		return len(p), t.flush()
	}
	return len(p), nil
}

func (t *tableWriter) flush() error {
	if t.rest.Len() == 0 {
		return nil
	}
	t.n++
	defer t.rest.Reset()
	return t.a.member(fmt.Sprintf("%s/%08d.copy", t.name, t.n), t.rest.Bytes())
}

// Reader reads an archive.
type Reader struct {
	Header Header

	zip  *zstd.Decoder
	tar  *tar.Reader
	next *tar.Header // read, and not yet looked at
	seen manifest
}

// NewReader begins to read an archive.
func NewReader(r io.Reader) (*Reader, error) {
	zip, err := zstd.NewReader(r)
	if err != nil {
		return nil, fmt.Errorf("open an archive: %w", err)
	}
	a := &Reader{zip: zip, tar: tar.NewReader(zip)}
	if err := a.begin(); err != nil {
		zip.Close()
		return nil, err
	}
	return a, nil
}

func (a *Reader) begin() error {
	text, err := a.whole(headerName)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(text, &a.Header); err != nil {
		return fmt.Errorf("%w: its header can't be read: %w", ErrDamaged, err)
	}
	if a.Header.Format != Format {
		return fmt.Errorf("the archive has format %d and this callup reads %d: use the callup that wrote it (%s)",
			a.Header.Format, Format, a.Header.Program)
	}
	sum := sha256.Sum256(text)
	a.seen.Header = hex.EncodeToString(sum[:])
	return nil
}

// Close frees what reading needs.
func (a *Reader) Close() { a.zip.Close() }

func (a *Reader) advance() (*tar.Header, error) {
	if h := a.next; h != nil {
		a.next = nil
		return h, nil
	}
	h, err := a.tar.Next()
	if errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("%w: its end is missing", ErrDamaged)
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	return h, nil
}

// whole reads a small member that must come now.
func (a *Reader) whole(name string) ([]byte, error) {
	h, err := a.advance()
	if err != nil {
		return nil, err
	}
	if h.Name != name || h.Size > maxJSON {
		return nil, fmt.Errorf("%w: %s is not where it belongs", ErrDamaged, name)
	}
	text, err := io.ReadAll(a.tar)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	return text, nil
}

// Tables hands each table to copyIn, which reads its rows to their end and tells how many there were, and checks all
// of them against the checksums at the archive's end. Error: ErrDamaged.
func (a *Reader) Tables(copyIn func(name string, columns []string, rows io.Reader) (int64, error)) error {
	for {
		h, err := a.advance()
		if err != nil {
			return err
		}
		a.next = h
		if h.Name == manifestName {
			return a.finish()
		}
		name, rest, _ := strings.Cut(h.Name, "/")
		if rest != columnsName {
			return fmt.Errorf("%w: %s is not where it belongs", ErrDamaged, h.Name)
		}
		text, err := a.whole(h.Name)
		if err != nil {
			return err
		}
		var columns []string
		if err := json.Unmarshal(text, &columns); err != nil {
			return fmt.Errorf("%w: the columns of %s can't be read: %w", ErrDamaged, name, err)
		}
		t := &tableReader{a: a, name: name, sum: sha256.New()}
		rows, err := copyIn(name, columns, t)
		// A data exception, or a row that breaks a constraint, such as a second one of a key: no such row was ever written.
		if refused, ok := errors.AsType[*pgconn.PgError](err); ok &&
			(strings.HasPrefix(refused.Code, "22") || strings.HasPrefix(refused.Code, "23")) {
			t.failed = errors.Join(t.failed, ErrDamaged)
		}
		if err != nil {
			return errors.Join(fmt.Errorf("restore table %s: %w", name, err), t.failed)
		}
		a.seen.Tables = append(a.seen.Tables, Table{
			Name: name, Columns: columns, Rows: rows, Bytes: t.bytes, SHA256: hex.EncodeToString(t.sum.Sum(nil)),
		})
	}
}

func (a *Reader) finish() error {
	text, err := a.whole(manifestName)
	if err != nil {
		return err
	}
	var end manifest
	if err := json.Unmarshal(text, &end); err != nil {
		return fmt.Errorf("%w: its checksums can't be read: %w", ErrDamaged, err)
	}
	if end.Header != a.seen.Header {
		return fmt.Errorf("%w: the header is not the one that was written", ErrDamaged)
	}
	if len(end.Tables) != len(a.seen.Tables) {
		return fmt.Errorf("%w: %d tables were written and %d are there", ErrDamaged, len(end.Tables), len(a.seen.Tables))
	}
	for i, want := range end.Tables {
		got := a.seen.Tables[i]
		if got.Name != want.Name || !slices.Equal(got.Columns, want.Columns) || got.Rows != want.Rows || got.Bytes != want.Bytes ||
			got.SHA256 != want.SHA256 {
			return fmt.Errorf("%w: table %s is not what was written", ErrDamaged, want.Name)
		}
	}
	return nil
}

// tableReader joins the pieces of a table.
type tableReader struct {
	a      *Reader
	name   string
	sum    hash.Hash
	bytes  int64
	inside bool
	failed error
}

func (t *tableReader) Read(p []byte) (int, error) {
	for {
		if t.inside {
			n, err := t.a.tar.Read(p)
			t.sum.Write(p[:n])
			t.bytes += int64(n)
			if errors.Is(err, io.EOF) {
				t.inside, err = false, nil
			}
			if err != nil {
				t.failed = fmt.Errorf("%w: %w", ErrDamaged, err)
				return n, t.failed
			}
			if n > 0 {
				return n, nil
			}
			continue
		}
		h, err := t.a.advance()
		if err != nil {
			t.failed = err
			return 0, err
		}
		if name, rest, _ := strings.Cut(h.Name, "/"); name != t.name || !strings.HasSuffix(rest, ".copy") {
			t.a.next = h
			return 0, io.EOF
		}
		t.inside = true
	}
}
