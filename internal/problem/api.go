package problem

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"mime"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humachi"
	"github.com/go-chi/chi/v5"

	"github.com/callup/callup/domain/ident"
)

// DefaultMaxBody is the largest request body, in bytes, of an operation that names no limit of its own (MaxBodyBytes).
const DefaultMaxBody = 64 << 10

// Bearer is the security scheme of operations for which somebody must be signed in.
const Bearer = "bearer"

const (
	jsonType         = "application/json"
	registeredMarker = "registered by problem.Register"
)

// API is a huma API whose every failure is a Problem. Operations are registered on it with Register.
type API struct {
	huma.API
	config huma.Config
	writer *Writer
	rules  []schemaRule
}

// NewAPI makes the API on a chi router. Nothing is served but the registered operations: no documentation page, no
// $schema links; the OpenAPI 3.1 document is API.OpenAPI(). Structs refuse unknown fields, identifiers (ident.ID) are
// strings of format uuid, and arrays are never null: an answer must hold an empty slice instead.
func NewAPI(router chi.Router, w *Writer, version string) *API {
	registry := huma.NewMapRegistry("#/components/schemas/", huma.DefaultSchemaNamer)
	registry.RegisterTypeAlias(reflect.TypeFor[ident.ID](), reflect.TypeFor[idSchema]())
	a := &API{writer: w, rules: schemaRules()}
	format := huma.Format{Marshal: marshal, Unmarshal: unmarshal}
	a.config = huma.Config{
		OpenAPI: &huma.OpenAPI{
			OpenAPI: "3.1.0",
			Info:    &huma.Info{Title: "Callup", Version: version},
			Components: &huma.Components{Schemas: registry, SecuritySchemes: map[string]*huma.SecurityScheme{
				Bearer: {Type: "http", Scheme: "bearer", BearerFormat: "JWT"},
			}},
			OnAddOperation: []huma.AddOpFunc{tidySchemas},
		},
		Formats:                      map[string]huma.Format{jsonType: format, ContentType: format},
		DefaultFormat:                jsonType,
		RejectUnknownQueryParameters: true,
		Transformers:                 []huma.Transformer{a.transform},
	}
	a.API = huma.NewAPI(a.config, &adapter{Adapter: humachi.NewAdapter(router), writer: w})
	return a
}

// Config gives huma the settings, which it looks for on the API it is handed.
func (a *API) Config() huma.Config { return a.config }

// Register declares an operation. Whatever error its handler returns becomes a Problem: a domain.Refusal says what was
// wrong with the request, anything else is logged and answered as a fault of ours. Headers that travel with the error
// (huma.ErrorWithHeaders) are kept. api must come from NewAPI.
func Register[I, O any](api huma.API, op huma.Operation, handler func(context.Context, *I) (*O, error)) {
	a, ok := api.(*API)
	if !ok {
		panic("operation " + op.OperationID + " must be declared on an API made by problem.NewAPI")
	}
	if op.MaxBodyBytes == 0 {
		op.MaxBodyBytes = DefaultMaxBody
	}
	metadata := map[string]any{registeredMarker: true}
	maps.Copy(metadata, op.Metadata)
	op.Metadata = metadata
	if op.Responses == nil {
		op.Responses = map[string]*huma.Response{}
	}
	op.Responses["default"] = &huma.Response{
		Description: "What went wrong",
		Content: map[string]*huma.MediaType{
			ContentType: {Schema: a.OpenAPI().Components.Schemas.Schema(reflect.TypeFor[Problem](), true, "Problem")},
		},
	}
	huma.Register(a, op, func(ctx context.Context, in *I) (*O, error) {
		out, err := handler(ctx, in)
		if err == nil {
			return out, nil
		}
		p := a.writer.From(ctx, err)
		var carrier huma.HeadersError
		if errors.As(err, &carrier) && !errors.Is(err, error(p)) {
			headers := p.GetHeaders()
			for name, values := range carrier.GetHeaders() {
				headers[name] = append(headers[name], values...)
			}
			p.headers = headers
		}
		return nil, p
	})
}

// transform replaces the errors huma makes by itself.
func (a *API) transform(ctx huma.Context, _ string, v any) (any, error) {
	m, ok := v.(*huma.ErrorModel)
	if !ok {
		return v, nil
	}
	p := a.writer.From(ctx.Context(), a.fromSchema(m))
	for name, values := range p.GetHeaders() {
		for _, value := range values {
			ctx.SetHeader(name, value)
		}
	}
	return p, nil
}

// adapter refuses, before huma reads anything, what no operation accepts.
type adapter struct {
	huma.Adapter
	writer *Writer
}

func (a *adapter) Handle(op *huma.Operation, handler func(huma.Context)) {
	if op.Metadata[registeredMarker] == nil {
		panic("operation " + op.OperationID + " must be declared with problem.Register: its refusals would be answered as faults")
	}
	wantsJSON := op.RequestBody != nil && op.RequestBody.Content[jsonType] != nil
	a.Adapter.Handle(op, func(ctx huma.Context) {
		r, w := humachi.Unwrap(ctx)
		if !storable(r.URL) {
			a.writer.Write(w, r, newProblem(http.StatusBadRequest, "malformed_url", "The address holds characters that text can't hold."))
			return
		}
		if wantsJSON && r.ContentLength != 0 {
			if media, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || media != jsonType {
				a.writer.Write(w, r, notJSON())
				return
			}
		}
		handler(ctx)
	})
}

func notJSON() *Problem {
	return newProblem(http.StatusUnsupportedMediaType, "not_json", "Only application/json is accepted here.")
}

// storable refuses what Postgres can't hold in a text: NUL and broken UTF-8.
func storable(u *url.URL) bool {
	query, err := url.QueryUnescape(u.RawQuery)
	if err != nil {
		return false
	}
	return utf8.ValidString(u.Path) && utf8.ValidString(query) && !strings.ContainsRune(u.Path+query, 0)
}

func marshal(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}

var errNUL = errors.New("the body holds a NUL character, which text can't hold")

func unmarshal(data []byte, v any) error {
	if err := json.Unmarshal(data, v); err != nil {
		return err
	}
	if parsed, ok := v.(*any); ok && bytes.Contains(data, []byte(`\u0000`)) && holdsNUL(*parsed) {
		return errNUL
	}
	return nil
}

func holdsNUL(v any) bool {
	switch v := v.(type) {
	case string:
		return strings.ContainsRune(v, 0)
	case []any:
		return slices.ContainsFunc(v, holdsNUL)
	case map[string]any:
		for name, item := range v {
			if strings.ContainsRune(name, 0) || holdsNUL(item) {
				return true
			}
		}
	}
	return false
}

// idSchema stands for ident.ID in schemas: the domain knows nothing of huma.
type idSchema struct{}

// Schema is a UUID as text.
func (idSchema) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeString, Format: "uuid"}
}
