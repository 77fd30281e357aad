package stripetest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/stripe/stripe-mock/embedded"
)

// DescriptionVersion is the API version of the description that requests and answers are checked against. It is the nearest
// to stripe.APIVersion that Go's module proxy has; what lies between the two stands in the package's tests.
const DescriptionVersion = "2026-05-27.dahlia"

// schema is the part of a JSON schema that Stripe's description uses.
type schema struct {
	Ref        string             `json:"$ref"`
	Type       string             `json:"type"`
	Properties map[string]*schema `json:"properties"`
	Required   []string           `json:"required"`
	Additional json.RawMessage    `json:"additionalProperties"`
	AnyOf      []*schema          `json:"anyOf"`
	Items      *schema            `json:"items"`
	Enum       []any              `json:"enum"`
	Nullable   bool               `json:"nullable"`
	MaxLength  int                `json:"maxLength"`
	Expandable []string           `json:"x-expandableFields"`
}

// each is the schema of values whose names are free, as in metadata; nil when there are none.
func (s *schema) each() *schema {
	if len(s.Additional) == 0 || s.Additional[0] != '{' {
		return nil
	}
	values := &schema{}
	if json.Unmarshal(s.Additional, values) != nil {
		return nil
	}
	return values
}

// anything tells whether the schema says no more than that there is an object.
func (s *schema) anything() bool { return len(s.Properties) == 0 && len(s.Additional) == 0 }

// names tells whether an enum holds a text.
func (s *schema) names(text string) bool {
	return slices.ContainsFunc(s.Enum, func(v any) bool { return v == text })
}

// operation is what the description says of one method at one path.
type operation struct {
	params *schema // query or form, as one object
	answer *schema
}

// description is Stripe's published OpenAPI description. Its parts are read when something asks for them: the whole has 8 MB.
type description struct {
	version string
	paths   map[string]map[string]json.RawMessage
	schemas map[string]json.RawMessage

	mu         sync.Mutex
	read       map[string]*schema
	operations map[string]*operation
}

// published is the description that stripe-mock carries.
var published = sync.OnceValues(func() (*description, error) { return readDescription(embedded.OpenAPISpec) })

func readDescription(text []byte) (*description, error) {
	var whole struct {
		Info struct {
			Version string `json:"version"`
		} `json:"info"`
		Paths      map[string]map[string]json.RawMessage `json:"paths"`
		Components struct {
			Schemas map[string]json.RawMessage `json:"schemas"`
		} `json:"components"`
	}
	if err := json.Unmarshal(text, &whole); err != nil {
		return nil, fmt.Errorf("read Stripe's description: %w", err)
	}
	return &description{
		version: whole.Info.Version, paths: whole.Paths, schemas: whole.Components.Schemas,
		read: map[string]*schema{}, operations: map[string]*operation{},
	}, nil
}

// schema gives a named schema.
func (d *description) schema(name string) (*schema, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if known, ok := d.read[name]; ok {
		return known, nil
	}
	text, ok := d.schemas[name]
	if !ok {
		return nil, fmt.Errorf("the description has no schema %q", name)
	}
	s := &schema{}
	if err := json.Unmarshal(text, s); err != nil {
		return nil, fmt.Errorf("read schema %q: %w", name, err)
	}
	d.read[name] = s
	return s, nil
}

// resolve follows references.
func (d *description) resolve(s *schema) (*schema, error) {
	for s.Ref != "" {
		var err error
		if s, err = d.schema(strings.TrimPrefix(s.Ref, "#/components/schemas/")); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// operation gives what a method takes and answers at a path, written as in the description: /v1/refunds/{refund}.
func (d *description) operation(method, path string) (*operation, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	name := method + " " + path
	if known, ok := d.operations[name]; ok {
		return known, nil
	}
	text, ok := d.paths[path][strings.ToLower(method)]
	if !ok {
		return nil, fmt.Errorf("the description has no %s", name)
	}
	type content map[string]struct {
		Schema *schema `json:"schema"`
	}
	var said struct {
		Parameters []struct {
			Name     string  `json:"name"`
			In       string  `json:"in"`
			Required bool    `json:"required"`
			Schema   *schema `json:"schema"`
		} `json:"parameters"`
		Body struct {
			Content content `json:"content"`
		} `json:"requestBody"`
		Responses map[string]struct {
			Content content `json:"content"`
		} `json:"responses"`
	}
	if err := json.Unmarshal(text, &said); err != nil {
		return nil, fmt.Errorf("read %s: %w", name, err)
	}
	o := &operation{
		params: &schema{Type: "object", Properties: map[string]*schema{}},
		answer: said.Responses["200"].Content["application/json"].Schema,
	}
	if o.answer == nil {
		return nil, fmt.Errorf("the description has no answer of %s", name)
	}
	for _, p := range said.Parameters {
		if p.In != "query" {
			continue
		}
		o.params.Properties[p.Name] = p.Schema
		if p.Required {
			o.params.Required = append(o.params.Required, p.Name)
		}
	}
	for _, kind := range []string{"application/x-www-form-urlencoded", "multipart/form-data"} {
		if form := said.Body.Content[kind].Schema; form != nil && form.Properties != nil {
			maps.Copy(o.params.Properties, form.Properties)
			o.params.Required = append(o.params.Required, form.Required...)
			break
		}
	}
	d.operations[name] = o
	return o, nil
}

// checkAnswer compares a value with a schema and gives what violates it, one sentence each. The description lets an answer
// have fields that it doesn't know; here that is a violation too, since it is a misspelling.
func (d *description) checkAnswer(s *schema, v any) []string {
	text, err := json.Marshal(v)
	if err != nil {
		return []string{"can't be written as JSON: " + err.Error()}
	}
	var plain any
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	if err := decoder.Decode(&plain); err != nil {
		return []string{"is no JSON: " + err.Error()}
	}
	return d.compare(s, plain, "")
}

func (d *description) compare(s *schema, v any, at string) []string {
	s, err := d.resolve(s)
	if err != nil {
		return []string{at + ": " + err.Error()}
	}
	is := func(format string, args ...any) []string {
		where := at
		if where == "" {
			where = "the answer"
		}
		return []string{where + " " + fmt.Sprintf(format, args...)}
	}
	switch {
	case v == nil:
		if s.Nullable {
			return nil
		}
		return is("is null, and may not be")
	case len(s.AnyOf) > 0:
		return d.compareAny(s.AnyOf, v, at)
	}
	switch v := v.(type) {
	case bool:
		if s.Type != "boolean" {
			return is("is a boolean instead of %s", s.Type)
		}
	case json.Number:
		_, err := v.Int64()
		if s.Type != "number" && (s.Type != "integer" || err != nil) {
			return is("is the number %s instead of %s", v, s.Type)
		}
	case string:
		switch {
		case s.Type != "string":
			return is("is the text %q instead of %s", v, s.Type)
		case len(s.Enum) > 0 && !s.names(v):
			return is("is %q, which is none of %v", v, s.Enum)
		case s.MaxLength > 0 && len([]rune(v)) > s.MaxLength:
			return is("has %d characters, more than %d", len([]rune(v)), s.MaxLength)
		}
	case []any:
		if s.Type != "array" {
			return is("is a list instead of %s", s.Type)
		}
		var found []string
		for i, one := range v {
			found = append(found, d.compare(s.Items, one, fmt.Sprintf("%s[%d]", at, i))...)
		}
		return found
	case map[string]any:
		if s.Type != "object" {
			return is("is an object instead of %s", s.Type)
		}
		return d.compareObject(s, v, at)
	}
	return nil
}

func (d *description) compareObject(s *schema, v map[string]any, at string) []string {
	if s.anything() {
		return nil
	}
	below := func(field string) string { return strings.TrimPrefix(at+"."+field, ".") }
	var found []string
	for _, field := range s.Required {
		if _, ok := v[field]; !ok {
			found = append(found, below(field)+" is missing")
		}
	}
	each := s.each()
	for _, field := range sorted(v) {
		known, ok := s.Properties[field]
		switch {
		case ok:
			found = append(found, d.compare(known, v[field], below(field))...)
		case each != nil:
			found = append(found, d.compare(each, v[field], below(field))...)
		default:
			found = append(found, below(field)+" is unknown to the description")
		}
	}
	return found
}

// compareAny takes the alternative that fits. Of those that don't, the one that is meant tells what is wrong: an object says
// in its field "object" what it is.
func (d *description) compareAny(of []*schema, v any, at string) []string {
	var found []string
	for _, one := range of {
		wrong := d.compare(one, v, at)
		if len(wrong) == 0 {
			return nil
		}
		if resolved, err := d.resolve(one); found == nil || err == nil && meant(resolved, v) {
			found = wrong
		}
	}
	return found
}

func meant(s *schema, v any) bool {
	object, ok := v.(map[string]any)
	if !ok {
		return s.Type == "string"
	}
	kind, named := object["object"].(string)
	of := s.Properties["object"]
	return s.Type == "object" && (!named || of != nil && of.names(kind))
}

// expandable tells whether the description lets a field of an object be expanded.
func (d *description) expandable(kind, field string) bool {
	s, err := d.schema(kind)
	return err == nil && slices.Contains(s.Expandable, field)
}

func sorted[V any](m map[string]V) []string {
	names := make([]string, 0, len(m))
	for name := range m {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}
