package media_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"

	"github.com/callup/callup/internal/media/disk"
	"github.com/callup/callup/internal/media/s3"
	"github.com/callup/callup/internal/ports"
	"github.com/callup/callup/internal/testing/long"
	"github.com/callup/callup/internal/testing/programs"
)

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// TestStores_KeepTheirContract has each store keep, give and remove files: a folder on disk, and a bucket of a real server.
func TestStores_KeepTheirContract(t *testing.T) {
	t.Parallel()
	t.Run("disk", func(t *testing.T) {
		t.Parallel()
		store, err := disk.Open(filepath.Join(t.TempDir(), "media"))
		must(t, err)
		t.Cleanup(func() { _ = store.Close() })
		contract(t, store)
	})
	if !long.Deep() {
		return // the server is built, which takes a minute, and started in the deep form only
	}
	t.Run("S3", func(t *testing.T) {
		t.Parallel()
		host := startS3(t)
		for _, prefix := range []string{"", "/callup/media"} {
			store := bucket(t, "http://key:secret-of-tests@"+host+"/pictures"+prefix+"?region=us-east-1")
			must(t, store.Check(t.Context()))
			contract(t, store)
		}
		if err := bucket(t, "http://key:secret-of-tests@"+host+"/nothing").Check(t.Context()); !errors.Is(err, ports.ErrMedia) {
			t.Errorf("a bucket that is not there: %v", err)
		}
		wrong := bucket(t, "http://key:another@"+host+"/pictures")
		if _, err := wrong.Open(t.Context(), "avatar/a/1.jpg"); !errors.Is(err, ports.ErrMedia) {
			t.Errorf("a wrong key: %v", err)
		}
	})
}

func contract(t *testing.T, store ports.Media) {
	t.Helper()
	ctx := t.Context()
	put := func(name, text string) error {
		return store.Put(ctx, name, ports.MediaFile{Type: "image/jpeg", Size: int64(len(text)), Body: strings.NewReader(text)})
	}
	shows := func(name, want string) {
		t.Helper()
		got, err := store.Open(ctx, name)
		if err != nil {
			t.Fatalf("open %s: %v", name, err)
		}
		defer func() { _ = got.Close() }() // read to its end
		text, err := io.ReadAll(got)
		must(t, err)
		if string(text) != want || got.Size != int64(len(want)) {
			t.Errorf("%s holds %q of %d bytes, not %q", name, text, got.Size, want)
		}
		if age := time.Since(got.KeptAt); age < -5*time.Second || age > time.Minute {
			t.Errorf("%s was kept at %v", name, got.KeptAt)
		}
		_, err = got.Seek(-2, io.SeekEnd)
		must(t, err)
		if rest, err := io.ReadAll(got); err != nil || string(rest) != want[len(want)-2:] {
			t.Errorf("the end of %s is %q: %v", name, rest, err)
		}
	}
	gone := func(name string) {
		t.Helper()
		if got, err := store.Open(ctx, name); !errors.Is(err, ports.ErrNoMedia) {
			t.Errorf("%s is there: %v, %v", name, got.Size, err)
		}
	}

	large := strings.Repeat("a picture, ", 100_000)
	must(t, put("avatar/one/128.jpg", large))
	must(t, put("avatar/one/64.jpg", "small"))
	must(t, put("avatar/one-more/64.jpg", "another"))
	shows("avatar/one/128.jpg", large)
	shows("avatar/one/64.jpg", "small")
	shows("avatar/one-more/64.jpg", "another")
	must(t, put("avatar/one/64.jpg", "small")) // as who tries again does
	shows("avatar/one/64.jpg", "small")

	for _, name := range []string{"avatar/none/64.jpg", "avatar/one/65.jpg", "avatar/one", "avatar"} {
		gone(name)
	}
	short := ports.MediaFile{Type: "image/jpeg", Size: 9, Body: strings.NewReader("cut off")}
	if err := store.Put(ctx, "avatar/cut/64.jpg", short); !errors.Is(err, ports.ErrMedia) {
		t.Errorf("a file that was cut off: %v", err)
	}
	gone("avatar/cut/64.jpg")
	over, cancel := context.WithCancel(ctx)
	cancel()
	err := store.Put(over, "avatar/late/64.jpg", ports.MediaFile{Type: "image/jpeg", Size: 4, Body: bytes.NewReader([]byte("late"))})
	if !errors.Is(err, ports.ErrMedia) || !errors.Is(err, context.Canceled) {
		t.Errorf("a file nobody waits for: %v", err)
	}
	gone("avatar/late/64.jpg")

	must(t, store.Remove(ctx, "avatar/one"))
	gone("avatar/one/128.jpg")
	gone("avatar/one/64.jpg")
	shows("avatar/one-more/64.jpg", "another")
	must(t, store.Remove(ctx, "avatar/one"))
	must(t, store.Remove(ctx, "avatar/never"))
}

// startS3 starts a real server of S3 with one bucket, and gives its host.
func startS3(t *testing.T) string {
	t.Helper()
	program, err := programs.S3Server(t.Context(), "../..")
	must(t, err)
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	must(t, err)
	host := listener.Addr().String()
	must(t, listener.Close())
	server := exec.CommandContext(t.Context(), program, "--port", host, "--access", "key", "--secret", "secret-of-tests",
		"--health", "/health", "--quiet", "posix", "--sidecar", t.TempDir(), t.TempDir())
	must(t, server.Start())
	t.Cleanup(func() {
		_ = server.Process.Kill()
		_ = server.Wait() // it was killed
	})
	for !answers(t, host) {
		select {
		case <-t.Context().Done():
			t.Fatal("the server of S3 does not answer")
		case <-time.After(10 * time.Millisecond):
		}
	}
	client, err := minio.New(host, &minio.Options{Creds: credentials.NewStaticV4("key", "secret-of-tests", "")})
	must(t, err)
	must(t, client.MakeBucket(t.Context(), "pictures", minio.MakeBucketOptions{}))
	return host
}

func answers(t *testing.T, host string) bool {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+host+"/health", http.NoBody)
	must(t, err)
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return false
	}
	_ = answer.Body.Close() // its status says all
	return answer.StatusCode == http.StatusOK
}

func bucket(t *testing.T, address string) *s3.Store {
	t.Helper()
	at, err := s3.Parse(address)
	must(t, err)
	store, err := s3.New(at)
	must(t, err)
	return store
}

func TestParse_ReadsAddressesOfBuckets(t *testing.T) {
	t.Parallel()
	got, err := s3.Parse("https://KEY:se%2Fcret@s3.example.org/media/callup/?region=eu-west-3")
	want := s3.Address{
		Host: "s3.example.org", Secure: true, Bucket: "media", Prefix: "callup/", Region: "eu-west-3", Key: "KEY", Secret: "se/cret",
	}
	if err != nil || got != want {
		t.Errorf("%+v, %v", got, err)
	}
	got, err = s3.Parse("http://127.0.0.1:9000/media")
	if err != nil || got != (s3.Address{Host: "127.0.0.1:9000", Bucket: "media"}) {
		t.Errorf("%+v, %v", got, err)
	}
	for _, wrong := range []string{
		"", "s3://secretbucket", "https://s3.example.org", "https://KEY@s3.example.org/secret", "https://:secret@s3.example.org/media",
		"https://KEY:secret@s3.example.org/media?acl=public", "https://KEY:secret@s3.example.org/media#x",
		"https://KEY:secret%@host/media",
	} {
		if _, err := s3.Parse(wrong); err == nil || strings.Contains(err.Error(), "secret") {
			t.Errorf("%q: %v", wrong, err)
		}
	}
}
