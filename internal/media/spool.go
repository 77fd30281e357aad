package media

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
	"io"
	"os"
)

// spool is a file outside the store for what is sent, as long as it is looked at. It goes with the process.
type spool struct {
	*os.File
	named bool // the system keeps no file without a name
	size  int64
	sum   hash.Hash
}

func newSpool() (*spool, error) {
	f, err := os.CreateTemp("", "callup-upload-")
	if err != nil {
		return nil, fmt.Errorf("make a file for an upload: %w", err)
	}
	return &spool{File: f, named: os.Remove(f.Name()) != nil, sum: sha256.New()}, nil
}

// Write adds bytes at the end.
func (s *spool) Write(p []byte) (int, error) {
	n, err := s.File.Write(p)
	s.size += int64(n)
	s.sum.Write(p[:n])
	return n, err
}

// ReadFrom adds what a reader gives, through Write.
func (s *spool) ReadFrom(r io.Reader) (int64, error) {
	return io.Copy(struct{ io.Writer }{s}, r)
}

// digest tells these bytes from all others.
func (s *spool) digest() []byte { return s.sum.Sum(nil) }

// rewound is the file from its beginning.
func (s *spool) rewound() (io.Reader, error) {
	if _, err := s.Seek(0, io.SeekStart); err != nil {
		return nil, fmt.Errorf("read an upload: %w", err)
	}
	return s.File, nil
}

// drop closes and removes it.
func (s *spool) drop() error {
	err := s.Close()
	if s.named {
		err = errors.Join(err, os.Remove(s.Name()))
	}
	return err
}
