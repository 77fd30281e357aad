// Package s3 keeps media in a bucket of any store that speaks S3.
package s3

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"

	"github.com/callup/callup/internal/ports"
)

// Address says where the media are kept.
type Address struct {
	Host           string // with a port where it has one
	Secure         bool   // https
	Bucket, Prefix string // the prefix is empty, or ends with a slash
	Region         string // empty: the store is asked
	Key, Secret    string // empty: those of the environment (AWS_ACCESS_KEY_ID …), or of the machine's role
}

var errAddress = errors.New("must be an address like https://KEY:SECRET@s3.example.org/bucket, with a folder after it or " +
	"?region= if you like")

// Parse reads an address like https://KEY:SECRET@host/bucket/folder?region=eu-west-3. Its error never repeats the secret.
func Parse(raw string) (Address, error) {
	u, err := url.Parse(raw)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" || u.Fragment != "" {
		return Address{}, errAddress
	}
	bucket, prefix, _ := strings.Cut(strings.Trim(u.Path, "/"), "/")
	query := u.Query()
	region := query.Get("region")
	query.Del("region")
	secret, _ := u.User.Password()
	if bucket == "" || len(query) > 0 || (u.User.Username() == "") != (secret == "") {
		return Address{}, errAddress
	}
	if prefix != "" {
		prefix += "/"
	}
	return Address{
		Host: u.Host, Secure: u.Scheme == "https", Bucket: bucket, Prefix: prefix, Region: region, Key: u.User.Username(),
		Secret: secret,
	}, nil
}

// Store is a ports.Media in a bucket. It is safe for concurrent use.
type Store struct {
	client         *minio.Client
	bucket, prefix string
}

// New makes the store; the bucket must be there. Nothing is asked of it yet.
func New(a Address) (*Store, error) {
	proof := credentials.NewStaticV4(a.Key, a.Secret, "")
	if a.Key == "" {
		proof = credentials.NewChainCredentials([]credentials.Provider{&credentials.EnvAWS{}, &credentials.IAM{}})
	}
	client, err := minio.New(a.Host, &minio.Options{Creds: proof, Secure: a.Secure, Region: a.Region, MaxRetries: 3})
	if err != nil {
		return nil, fmt.Errorf("set up the bucket of the media: %w", err)
	}
	return &Store{client: client, bucket: a.Bucket, prefix: a.Prefix}, nil
}

// Check tells whether the bucket is there and may be used. Errors: ErrMedia.
func (s *Store) Check(ctx context.Context) error {
	there, err := s.client.BucketExists(ctx, s.bucket)
	if err != nil {
		return failed("look for the bucket", err)
	}
	if !there {
		return failed("look for the bucket", fmt.Errorf("there is no bucket %q", s.bucket))
	}
	return nil
}

// Put implements ports.Media.
func (s *Store) Put(ctx context.Context, name string, f ports.MediaFile) error {
	_, err := s.client.PutObject(ctx, s.bucket, s.prefix+name, f.Body, f.Size, minio.PutObjectOptions{ContentType: f.Type})
	if err != nil {
		return failed("keep a file", err)
	}
	return nil
}

// Open implements ports.Media.
func (s *Store) Open(ctx context.Context, name string) (ports.OpenMedia, error) {
	object, err := s.client.GetObject(ctx, s.bucket, s.prefix+name, minio.GetObjectOptions{})
	if err != nil {
		return ports.OpenMedia{}, failed("open a file", err)
	}
	info, err := object.Stat()
	if err != nil {
		_ = object.Close() // nothing was read
		if minio.ToErrorResponse(err).StatusCode == http.StatusNotFound {
			return ports.OpenMedia{}, ports.ErrNoMedia
		}
		return ports.OpenMedia{}, failed("open a file", err)
	}
	return ports.OpenMedia{ReadSeekCloser: object, Size: info.Size, KeptAt: info.LastModified.Truncate(time.Second)}, nil
}

// Remove implements ports.Media.
func (s *Store) Remove(ctx context.Context, folder string) error {
	found := s.client.ListObjects(ctx, s.bucket, minio.ListObjectsOptions{Prefix: s.prefix + folder + "/", Recursive: true})
	var errs []error
	for o := range found {
		if o.Err != nil {
			errs = append(errs, o.Err)
			continue
		}
		errs = append(errs, s.client.RemoveObject(ctx, s.bucket, o.Key, minio.RemoveObjectOptions{}))
	}
	if err := errors.Join(errs...); err != nil {
		return failed("remove a folder", err)
	}
	return nil
}

func failed(what string, err error) error { return fmt.Errorf("%s: %w: %w", what, ports.ErrMedia, err) }
