package projections

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/callup/callup/domain/notice/declared"
)

// declaredBy is what version of the projection writes which notices, as a digest of their kinds and events.
const declaredBy = "15 334d8b5f68dbd5898a3cecad0fe6e9edf7970a8fed2ad38da0a356a108e146c3"

// A kind or an event that is added gives rows to what happened before, too: a build of the same version would differ from the one
// that is live.
func TestNotices_NewOnesAreANewVersion(t *testing.T) {
	var lines []string
	for i, d := range declared.All {
		for _, on := range d.On {
			lines = append(lines, fmt.Sprintf("%d %s of %T", i, d.Kind, on.Sample))
		}
	}
	slices.Sort(lines)
	is := fmt.Sprintf("%d %x", notificationsProjection().Version, sha256.Sum256([]byte(strings.Join(lines, "\n"))))
	if is != declaredBy {
		t.Errorf("the projection notifications writes other notices than before: raise its version and write down %q", is)
	}
}
