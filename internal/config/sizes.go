package config

import (
	"fmt"
	"regexp"
	"strconv"
	"time"
)

// units are those in which sizes are said, in bytes.
var units = map[string]int64{"MB": 1 << 20, "GB": 1 << 30, "TB": 1 << 40}

var size = regexp.MustCompile(`^([1-9][0-9]{0,4}) ?([MGT]B)$`)

// sizeOf reads a size like 500 MB, in bytes.
func sizeOf(v string) (int64, error) {
	if parts := size.FindStringSubmatch(v); parts != nil {
		if n, err := strconv.ParseInt(parts[1], 10, 64); err == nil {
			return n * units[parts[2]], nil
		}
	}
	return 0, fmt.Errorf("is %q and must be a size like 500MB or 2GB", v)
}

// uploadsBound is the setting of how many bytes a member may upload.
func uploadsBound(name, unset, example, meaning string, bound func(*Config) *int64) setting {
	return setting{Name: name, Default: unset, Example: example, Meaning: meaning, read: func(c *Config, v string) (err error) {
		*bound(c), err = sizeOf(v)
		return err
	}}
}

var (
	uploadsDay = uploadsBound("CALLUP_UPLOADS_DAILY", "2GB", "500MB",
		"How much one member may upload on a day (UTC). A video has up to 200 MB.",
		func(c *Config) *int64 { return &c.UploadsDaily })
	uploadsKept = uploadsBound("CALLUP_UPLOADS_KEPT", "10GB", "50GB",
		"How much of one member's uploads is kept. Pictures count in the sizes in which they are shown.",
		func(c *Config) *int64 { return &c.UploadsKept })
	uploadsTime = setting{
		Name: "CALLUP_UPLOADS_TIME", Default: "10m", Example: "30m",
		Meaning: "How long the server decodes and checks one member's uploads on a day (UTC). A large photograph takes a second or " +
			"two.",
		read: func(c *Config, v string) (err error) {
			if c.UploadsTime, err = time.ParseDuration(v); err != nil || c.UploadsTime < time.Minute || c.UploadsTime > 24*time.Hour {
				return fmt.Errorf("is %q and must be a time from 1m to 24h, like 10m", v)
			}
			return nil
		},
	}
)
