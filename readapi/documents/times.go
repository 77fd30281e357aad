package documents

import (
	"strconv"
	"strings"
	"time"

	"github.com/callup/callup/internal/numfmt"
)

var months = map[string][]string{
	"en": strings.Fields("January February March April May June July August September October November December"),
	"fr": strings.Fields("janvier février mars avril mai juin juillet août septembre octobre novembre décembre"),
	"es": strings.Fields("enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre"),
}

// longDay writes the day of a moment in a time zone, as the web app does: "20 November 2026". An unknown zone is UTC.
func longDay(lang string, at time.Time, zone string) string {
	if where, err := time.LoadLocation(zone); err == nil {
		at = at.In(where)
	} else {
		at = at.UTC()
	}
	between := " "
	if lang == "es" {
		between = " de "
	}
	return strings.Join([]string{strconv.Itoa(at.Day()), months[lang][at.Month()-1], strconv.Itoa(at.Year())}, between)
}

// plainDay writes an ISO 8601 day; what is none stays as it is.
func plainDay(lang, iso string) string {
	at, err := time.Parse(time.DateOnly, iso)
	if err != nil {
		return iso
	}
	return longDay(lang, at, "UTC")
}

// span is a length of time with its names for one and for several.
type span struct {
	length time.Duration
	names  map[string][2]string
}

// spans are those a past moment is told in, the longest first (web/src/i18n/format.ts).
var spans = []span{
	{365 * 24 * time.Hour, map[string][2]string{"en": {"year", "years"}, "fr": {"an", "ans"}, "es": {"año", "años"}}},
	{30 * 24 * time.Hour, map[string][2]string{"en": {"month", "months"}, "fr": {"mois", "mois"}, "es": {"mes", "meses"}}},
	{7 * 24 * time.Hour, map[string][2]string{"en": {"week", "weeks"}, "fr": {"semaine", "semaines"}, "es": {"semana", "semanas"}}},
	{24 * time.Hour, map[string][2]string{"en": {"day", "days"}, "fr": {"jour", "jours"}, "es": {"día", "días"}}},
	{time.Hour, map[string][2]string{"en": {"hour", "hours"}, "fr": {"heure", "heures"}, "es": {"hora", "horas"}}},
	{time.Minute, map[string][2]string{"en": {"minute", "minutes"}, "fr": {"minute", "minutes"}, "es": {"minuto", "minutos"}}},
}

var agoFrames = map[string][2]string{"en": {"", " ago"}, "fr": {"il y a ", ""}, "es": {"hace ", ""}}

// ago writes how long ago a moment was, as the web app does; empty within the last minute, which has a text of its own.
func ago(lang string, at, now time.Time) string {
	passed := now.Sub(at).Round(time.Second)
	for _, s := range spans {
		if passed < s.length {
			continue
		}
		n := int64(passed / s.length)
		name := s.names[lang][1]
		if n == 1 {
			name = s.names[lang][0]
		}
		return agoFrames[lang][0] + numfmt.Count(lang, n) + " " + name + agoFrames[lang][1]
	}
	return ""
}
