package config

import (
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// KeySize is the length of the installation key in bytes (AES-256).
const KeySize = 32

// InstallationKey returns the key that wraps the keys of personal data. When
// no setting names one it is read from CALLUP_DATA, and made there at the first
// start (made is true then). Whoever calls it at a later start of an
// installation with data must treat made as a lost key.
func (c *Config) InstallationKey() (key []byte, made bool, err error) {
	if c.key != nil {
		return c.key, false, nil
	}
	if c.keyFile != "" {
		key, err = c.keyOf(c.keyFile)
		return key, false, err
	}
	path := defaultKeyFile(c.Data)
	key, err = c.keyOf(path)
	if !errors.Is(err, fs.ErrNotExist) {
		return key, false, err
	}
	return makeKeyFile(path)
}

// keyOf reads a key file; in production it refuses a key that was made by hand, as it does one in CALLUP_KEY.
func (c *Config) keyOf(path string) ([]byte, error) {
	k, err := readKeyFile(path)
	if err == nil && c.Environment == Production && isPredictable(k) {
		return nil, fmt.Errorf("the installation key in %s is one anybody could guess: make one with openssl rand -base64 32", path)
	}
	return k, err
}

// Guessable tells whether the installation key that is there was made by hand, such as one of 32 zeros: anybody could open
// what it seals. It is false where there is no key that can be read.
func (c *Config) Guessable() bool {
	key, path := c.key, c.keyFile
	if path == "" {
		path = defaultKeyFile(c.Data)
	}
	if key == nil {
		read, err := readKeyFile(path)
		if err != nil {
			return false
		}
		key = read
	}
	return isPredictable(key)
}

// HasKey tells whether there is an installation key already, so that asking for it would not make one.
func (c *Config) HasKey() bool {
	if c.key != nil || c.keyFile != "" {
		return true
	}
	_, err := os.Stat(defaultKeyFile(c.Data))
	return !errors.Is(err, fs.ErrNotExist)
}

// KeySource says where the installation key comes from: the name of a setting, or of a file.
func (c *Config) KeySource() string {
	switch {
	case c.key != nil:
		return key
	case c.keyFile != "":
		return c.keyFile
	}
	return defaultKeyFile(c.Data)
}

// makeKeyFile never replaces a file: two processes may start at once.
func makeKeyFile(path string) (key []byte, made bool, err error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, false, fmt.Errorf("make the folder for the installation key: %w", err)
	}
	key = make([]byte, KeySize)
	_, _ = rand.Read(key) // never fails: the program would end instead
	complete, err := os.CreateTemp(filepath.Dir(path), "installation.key-*")
	if err != nil {
		return nil, false, fmt.Errorf("write the installation key: %w", err)
	}
	defer func() { err = errors.Join(err, os.Remove(complete.Name())) }()
	_, err = complete.WriteString(base64.StdEncoding.EncodeToString(key) + "\n")
	// A key that a power cut takes away takes the personal data with it.
	if err := errors.Join(err, complete.Sync(), complete.Close()); err != nil {
		return nil, false, fmt.Errorf("write the installation key: %w", err)
	}
	if err := os.Link(complete.Name(), path); err != nil {
		if errors.Is(err, fs.ErrExist) {
			key, err = readKeyFile(path)
			return key, false, err
		}
		return nil, false, fmt.Errorf("write the installation key: %w", err)
	}
	return key, true, nil
}

func readKeyFile(path string) ([]byte, error) {
	if err := checkKeyFile(path); err != nil {
		return nil, fmt.Errorf("the installation key %w", err)
	}
	content, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("read the installation key: %w", err)
	}
	key, err := decodeKey(strings.TrimSpace(string(content)))
	if err != nil {
		return nil, fmt.Errorf("the installation key in %s %w", path, err)
	}
	return key, nil
}

// checkKeyFile refuses a key that others on the machine can read.
func checkKeyFile(path string) error {
	if err := readable(path); err != nil {
		return err
	}
	info, err := os.Stat(path)
	if err != nil {
		return fmt.Errorf("names a file that cannot be read: %w", err)
	}
	if mode := info.Mode().Perm(); mode&0o077 != 0 {
		return fmt.Errorf("lies in %s, which others may read (mode %04o): chmod 600 %s", path, mode, path)
	}
	return nil
}

// isPredictable recognises keys made by hand, such as 32 zeros.
func isPredictable(key []byte) bool {
	const leastDifferent = 12 // 32 random bytes practically never have fewer
	seen := map[byte]bool{}
	ascending := true
	for i, b := range key {
		seen[b] = true
		ascending = ascending && b == key[0]+byte(i)
	}
	return len(seen) < leastDifferent || ascending
}
