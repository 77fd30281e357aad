// Package disk keeps media as files below one folder.
package disk

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"

	"github.com/callup/callup/internal/ports"
)

// Store is a ports.Media in a folder. It is safe for concurrent use, also by several processes.
type Store struct{ root *os.Root }

// Open makes the folder where it is not there, readable by its owner alone, and opens it. Names lead to nothing outside it.
func Open(folder string) (*Store, error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, fmt.Errorf("make the folder of the media: %w", err)
	}
	root, err := os.OpenRoot(folder)
	if err != nil {
		return nil, fmt.Errorf("open the folder of the media: %w", err)
	}
	return &Store{root: root}, nil
}

// Close closes the folder.
func (s *Store) Close() error { return s.root.Close() }

// Put implements ports.Media: the file has its name only once all of it is on the disk.
func (s *Store) Put(ctx context.Context, name string, f ports.MediaFile) error {
	folder := path.Dir(name)
	if err := s.root.MkdirAll(folder, 0o700); err != nil {
		return failed("make a folder", err)
	}
	unfinished := folder + "/." + rand.Text()
	if err := s.write(ctx, unfinished, f); err != nil {
		return errors.Join(err, s.drop(unfinished))
	}
	if err := s.root.Rename(unfinished, name); err != nil {
		return errors.Join(failed("name a file", err), s.drop(unfinished))
	}
	return s.settle(folder)
}

func (s *Store) write(ctx context.Context, name string, f ports.MediaFile) (err error) {
	file, err := s.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return failed("make a file", err)
	}
	defer func() {
		if cerr := file.Close(); cerr != nil && err == nil {
			err = failed("close a file", cerr)
		}
	}()
	n, err := io.Copy(file, f.Body)
	if err == nil && n != f.Size {
		err = fmt.Errorf("%d bytes came of %d: %w", n, f.Size, io.ErrUnexpectedEOF)
	}
	if err == nil {
		err = ctx.Err()
	}
	if err == nil {
		err = file.Sync()
	}
	if err != nil {
		return failed("write a file", err)
	}
	return nil
}

// settle has the disk keep the names of a folder.
func (s *Store) settle(folder string) error {
	opened, err := s.root.Open(folder)
	if err != nil {
		return failed("open a folder", err)
	}
	if err := errors.Join(opened.Sync(), opened.Close()); err != nil {
		return failed("write a folder", err)
	}
	return nil
}

func (s *Store) drop(name string) error {
	if err := s.root.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return failed("remove an unfinished file", err)
	}
	return nil
}

// Open implements ports.Media.
func (s *Store) Open(_ context.Context, name string) (ports.OpenMedia, error) {
	file, err := s.root.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return ports.OpenMedia{}, ports.ErrNoMedia
	}
	if err != nil {
		return ports.OpenMedia{}, failed("open a file", err)
	}
	info, err := file.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = ports.ErrNoMedia
	}
	if err != nil {
		return ports.OpenMedia{}, errors.Join(failed("open a file", err), file.Close())
	}
	return ports.OpenMedia{ReadSeekCloser: file, Size: info.Size(), KeptAt: info.ModTime()}, nil
}

// Remove implements ports.Media.
func (s *Store) Remove(_ context.Context, folder string) error {
	if err := s.root.RemoveAll(folder); err != nil {
		return failed("remove a folder", err)
	}
	return nil
}

func failed(what string, err error) error { return fmt.Errorf("%s: %w: %w", what, ports.ErrMedia, err) }
