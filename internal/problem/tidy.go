package problem

import "github.com/danielgtaylor/huma/v2"

// tidySchemas takes back two defaults that huma only offers as package variables: arrays that may be null, and its own
// error model beside ours.
func tidySchemas(doc *huma.OpenAPI, op *huma.Operation) {
	schemas := doc.Components.Schemas.Map()
	delete(schemas, "ErrorModel")
	delete(schemas, "ErrorDetail")
	for _, s := range schemas {
		refuseNullArrays(s)
	}
	for _, p := range op.Parameters {
		refuseNullArrays(p.Schema)
	}
	if op.RequestBody != nil {
		for _, m := range op.RequestBody.Content {
			refuseNullArrays(m.Schema)
		}
	}
	for _, r := range op.Responses {
		for _, m := range r.Content {
			refuseNullArrays(m.Schema)
		}
	}
}

func refuseNullArrays(s *huma.Schema) {
	if s == nil {
		return
	}
	if s.Type == huma.TypeArray {
		s.Nullable = false
	}
	refuseNullArrays(s.Items)
	for _, p := range s.Properties {
		refuseNullArrays(p)
	}
	if inner, ok := s.AdditionalProperties.(*huma.Schema); ok {
		refuseNullArrays(inner)
	}
	for _, group := range [][]*huma.Schema{s.OneOf, s.AnyOf, s.AllOf} {
		for _, inner := range group {
			refuseNullArrays(inner)
		}
	}
}
