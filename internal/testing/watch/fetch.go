package watch

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"

	"github.com/callup/callup/internal/bus"
)

// Fetch gets an answer that reflects a position, or says that it is behind. Headers are pairs of a name and a value.
func Fetch(ctx context.Context, client *http.Client, url string, after bus.Position,
	headers ...string) (k Kept, behind bool, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return k, false, fmt.Errorf("ask: %w", err)
	}
	for pair := range slices.Chunk(headers, 2) {
		req.Header.Set(pair[0], pair[len(pair)-1])
	}
	req.Header.Set("Read-After", after.String())
	res, err := client.Do(req)
	if err != nil {
		return k, false, fmt.Errorf("ask: %w", err)
	}
	defer func() { _ = res.Body.Close() }() // read to its end below
	body, err := io.ReadAll(res.Body)
	if err != nil {
		return k, false, fmt.Errorf("ask %s: %w", url, err)
	}
	if res.StatusCode != http.StatusOK {
		return k, false, fmt.Errorf("%s answers %d: %s", url, res.StatusCode, body)
	}
	if k.Position, err = bus.ParsePosition(res.Header.Get("Callup-Position")); err != nil {
		return k, false, fmt.Errorf("position of %s: %w", url, err)
	}
	if err := json.Unmarshal(body, &k.Data); err != nil {
		return k, false, fmt.Errorf("answer of %s: %w", url, err)
	}
	return k, res.Header.Get("Callup-Behind") != "", nil
}
