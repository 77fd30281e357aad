package catalog_test

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"testing"

	"github.com/callup/callup/eventstore/catalog"
)

// Servers that announce nothing read what the base reads. A line more would have events written that stop them.
func TestBase_NeverChanges_Issue33(t *testing.T) {
	const sum = "3266a3727d3f5457b02925db86214ad68888363b2c8dfa2f39ca1e0a73fa8173"
	list, err := os.ReadFile("base.txt")
	if err != nil {
		t.Fatal(err)
	}
	if got := sha256.Sum256(list); hex.EncodeToString(got[:]) != sum {
		t.Error("base.txt was changed. It says what servers read that announce nothing, which is over: a new type or version of an " +
			"event is announced by the servers that read it, and needs no line there")
	}
	c := catalog.New()
	for name, version := range catalog.Base() {
		if c.Version(name) < version {
			t.Errorf("version %d of %s is not read any more", version, name)
		}
	}
}

func TestCatalog_VersionsAreThoseOfAllTypes(t *testing.T) {
	c := catalog.New()
	all := c.Versions()
	if len(all) != len(c.Types()) {
		t.Errorf("%d types have a version, not %d", len(all), len(c.Types()))
	}
	for name, version := range all {
		if version != c.Version(name) {
			t.Errorf("%s has version %d, not %d", name, version, c.Version(name))
		}
	}
}
