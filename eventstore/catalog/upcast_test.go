package catalog

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/personal"
	"github.com/callup/callup/eventstore"
)

// planted is at its third version: the first had one name, the second split it, the third counts in cents.
type planted struct {
	Subject ident.ID      `json:"subject"`
	First   personal.Text `json:"first" personal:"subject"`
	Last    personal.Text `json:"last" personal:"subject"`
	Cents   int64         `json:"cents"`
}

func fields(f func(map[string]any) error) Upcast {
	return func(data json.RawMessage) (json.RawMessage, error) {
		var m map[string]any
		if err := json.Unmarshal(data, &m); err != nil {
			return nil, err
		}
		if err := f(m); err != nil {
			return nil, err
		}
		return json.Marshal(m)
	}
}

func plantedCatalog() *Catalog {
	c := &Catalog{byName: map[string]*entry{}, byType: map[reflect.Type]*entry{}}
	register[planted](c, "Planted", nobodys("a test"),
		fields(func(m map[string]any) error {
			m["first"], m["last"] = m["name"], ""
			delete(m, "name")
			return nil
		}),
		fields(func(m map[string]any) error {
			euros, ok := m["euros"].(float64)
			if !ok {
				return errors.New("no euros")
			}
			m["cents"] = int64(euros) * 100
			delete(m, "euros")
			return nil
		}))
	return c
}

func TestUpcastingGoesThroughEveryVersion(t *testing.T) {
	c := plantedCatalog()
	want := planted{First: personal.Sealed("x"), Cents: 300}
	for v, data := range map[int]string{1: `{"name":"x","euros":3}`, 2: `{"first":"x","euros":3}`, 3: `{"first":"x","cents":300}`} {
		stored := json.RawMessage(data)
		got, err := c.Decode(eventstore.Recorded{Event: eventstore.Event{Type: "Planted", Version: v, Data: stored}})
		if err != nil || got != want {
			t.Errorf("version %d was read as %+v, %v", v, got, err)
		}
		if string(stored) != data {
			t.Errorf("version %d was changed to %s", v, stored)
		}
	}
	if c.Version("Planted") != 3 {
		t.Errorf("the present version is %d", c.Version("Planted"))
	}
	_, err := c.Decode(eventstore.Recorded{Event: eventstore.Event{Type: "Planted", Version: 2, Data: json.RawMessage(`{}`)}})
	if err == nil || !strings.Contains(err.Error(), "upcast Planted from version 2") {
		t.Errorf("an upcast that fails gives %v", err)
	}
}

func TestMistakesInTheCatalogueShowAtStart(t *testing.T) {
	panics := func(what string, f func(*Catalog)) {
		t.Helper()
		defer func() {
			if recover() == nil {
				t.Errorf("%s went unnoticed", what)
			}
		}()
		f(plantedCatalog())
	}
	panics("a name used twice", func(c *Catalog) { register[struct{}](c, "Planted", nobodys("a test")) })
	panics("a type used twice", func(c *Catalog) { register[planted](c, "Other", nobodys("a test")) })
	panics("text of nobody", func(c *Catalog) {
		register[struct {
			Name personal.Text `json:"name"`
		}](c, "Nobody", nobodys("a test"))
	})
	panics("a subject that is no id", func(c *Catalog) {
		register[struct {
			Who  string        `json:"who"`
			Name personal.Text `json:"name" personal:"who"`
		}](c, "NoID", nobodys("a test"))
	})
	panics("text in a struct of its own", func(c *Catalog) {
		type inner struct {
			Name personal.Text `json:"name" personal:"who"`
		}
		register[struct {
			Who ident.ID `json:"who"`
			In  inner    `json:"in"`
		}](c, "Nested", nobodys("a test"))
	})
	panics("text behind a pointer", func(c *Catalog) {
		register[struct {
			Who  ident.ID       `json:"who"`
			Name *personal.Text `json:"name" personal:"who"`
		}](c, "Pointer", nobodys("a test"))
	})
	panics("texts in a map", func(c *Catalog) {
		register[struct {
			Who   ident.ID                 `json:"who"`
			Names map[string]personal.Text `json:"names" personal:"who"`
		}](c, "Map", nobodys("a test"))
	})
	panics("texts in a list", func(c *Catalog) {
		register[struct {
			Who   ident.ID        `json:"who"`
			Names []personal.Text `json:"names" personal:"who"`
		}](c, "List", nobodys("a test"))
	})
	panics("an event of a field that is none", func(c *Catalog) {
		register[struct {
			Who ident.ID `json:"who"`
		}](c, "Lost", of("owner"))
	})
	panics("an event of a field that is no id", func(c *Catalog) {
		register[struct {
			Who string `json:"who"`
		}](c, "Named", of("who"))
	})
}
