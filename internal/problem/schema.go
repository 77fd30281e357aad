package problem

import (
	"net/http"
	"regexp"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/validation"
)

// huma reports what a schema refuses as an English message; the rules here turn it into a code and its arguments. They
// are made from huma's own messages, so that an upgrade which rewords one keeps its code.
type schemaRule struct {
	pattern *regexp.Regexp
	code    string
	arg     string // name of the value the message carries; "field" when it names the field itself
}

func schemaRules() []schemaRule {
	from := func(message, code, arg string) schemaRule {
		p := regexp.QuoteMeta(message)
		for _, verb := range []string{"%v", "%d", "%s"} {
			p = strings.ReplaceAll(p, verb, "(.*)")
		}
		return schemaRule{pattern: regexp.MustCompile("(?s)^" + p + "$"), code: code, arg: arg}
	}
	return []schemaRule{
		from(validation.MsgExpectedDependentRequiredProperty, "required", "field"),
		from(validation.MsgExpectedRequiredProperty, "required", "field"),
		{pattern: regexp.MustCompile(`^required \w+ parameter is missing$`), code: "required"},
		from(validation.MsgUnexpectedProperty, "unknown_field", ""),
		from("unknown query parameter", "unknown_field", ""),
		from(validation.MsgExpectedMinLength, "too_short", "min"),
		from(validation.MsgExpectedMaxLength, "too_long", "max"),
		from(validation.MsgExpectedMinItems, "too_few", "min"),
		from(validation.MsgExpectedMaxItems, "too_many_items", "max"),
		from(validation.MsgExpectedArrayItemsUnique, "not_unique", ""),
		from(validation.MsgExpectedMinimumNumber, "out_of_range", "min"),
		from(validation.MsgExpectedExclusiveMinimumNumber, "out_of_range", "above"),
		from(validation.MsgExpectedMaximumNumber, "out_of_range", "max"),
		from(validation.MsgExpectedExclusiveMaximumNumber, "out_of_range", "below"),
		from(validation.MsgExpectedNumberBeMultipleOf, "out_of_range", "multiple_of"),
		from(validation.MsgExpectedNumber, "not_a_number", ""),
		from(validation.MsgExpectedInteger, "not_a_number", ""),
		from("invalid integer", "not_a_number", ""),
		from("invalid float", "not_a_number", ""),
		from(validation.MsgExpectedOneOf, "not_one_of", "allowed"),
		from(validation.MsgExpectedConst, "not_one_of", "allowed"),
		from(validation.MsgExpectedString, "wrong_type", ""),
		from(validation.MsgExpectedBoolean, "wrong_type", ""),
		from(validation.MsgExpectedArray, "wrong_type", ""),
		from(validation.MsgExpectedObject, "wrong_type", ""),
	}
}

// unmarshalFailure is how encoding/json says that a value passed the schema but does not fit its Go field.
var unmarshalFailure = regexp.MustCompile(`cannot unmarshal (\w+).* into Go struct field [^.\s]*\.(\S+) of type`)

// fromSchema turns an answer that huma made by itself into a Problem.
func (a *API) fromSchema(m *huma.ErrorModel) *Problem {
	switch m.Status {
	case http.StatusBadRequest:
		return newProblem(m.Status, "malformed_body", "The body is not the JSON that is expected here.")
	case http.StatusRequestEntityTooLarge:
		return newProblem(m.Status, "too_large", "The body is too large.")
	case http.StatusUnsupportedMediaType:
		return notJSON()
	case http.StatusRequestTimeout:
		return TooSlow()
	case http.StatusUnprocessableEntity:
		p := newProblem(m.Status, "validation_failed", "Some fields need attention.")
		for _, d := range m.Errors {
			p.Errors = append(p.Errors, a.fieldError(d))
		}
		return p
	}
	return newProblem(m.Status, "http_"+strconv.Itoa(m.Status), http.StatusText(m.Status)+".")
}

func (a *API) fieldError(d *huma.ErrorDetail) FieldError {
	_, field, _ := strings.Cut(d.Location, ".")
	for _, rule := range a.rules {
		match := rule.pattern.FindStringSubmatch(d.Message)
		if match == nil {
			continue
		}
		e := FieldError{Field: field, Code: rule.code, Detail: d.Message}
		switch {
		case rule.arg == "field":
			e.Field = strings.TrimPrefix(field+"."+match[1], ".")
		case rule.arg != "":
			e.Args = map[string]any{rule.arg: numberOrText(match[1])}
		}
		return e
	}
	// the message is not passed on from here: it may repeat what was sent, a password for instance
	if match := unmarshalFailure.FindStringSubmatch(d.Message); match != nil {
		if match[1] == "number" {
			return FieldError{Field: match[2], Code: "out_of_range", Detail: "The number is out of range."}
		}
		return FieldError{Field: match[2], Code: "malformed", Detail: "The value is malformed."}
	}
	return FieldError{Field: field, Code: "malformed", Detail: "The value is malformed."}
}

func numberOrText(s string) any {
	if n, err := strconv.ParseInt(s, 10, 64); err == nil {
		return n
	}
	if f, err := strconv.ParseFloat(s, 64); err == nil {
		return f
	}
	return s
}

// TooSlow refuses a body that did not arrive in time.
func TooSlow() *Problem {
	return newProblem(http.StatusRequestTimeout, "too_slow", "The body did not arrive in time.")
}
