// Package media keeps what people upload.
package media
