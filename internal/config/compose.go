package config

import (
	"fmt"
	"slices"
	"strings"
)

// fixedInCompose are the settings that compose.yaml gives a value of its own, or the image does, by the reason.
var fixedInCompose = map[string]string{
	"CALLUP_ADDR":       "the image listens on its own port, and compose.yaml says where that is reached",
	"CALLUP_HTTPS":      "the ports of the container lead elsewhere: a proxy before it speaks https",
	"CALLUP_HTTP_ADDR":  "as CALLUP_HTTPS",
	"CALLUP_ACME_URL":   "as CALLUP_HTTPS",
	"CALLUP_DATA":       "the image keeps its data in the volume",
	"CALLUP_ENV":        "in the part of the file that is written by hand",
	"CALLUP_DEMO":       "in the part of the file that is written by hand",
	"CALLUP_PUBLIC_URL": "in the part of the file that is written by hand",
	"CALLUP_KEY":        "in the part of the file that is written by hand",
	"CALLUP_KEY_FILE":   "the key is given as CALLUP_KEY, and both at once are refused",
	"CALLUP_LOG_FORMAT": "in the part of the file that is written by hand",
	"DATABASE_URL":      "in the part of the file that is written by hand",
	"EVENTSTORE_URL":    "in the part of the file that is written by hand",
}

// Compose lists every other setting as an environment of compose.yaml takes it: from .env, unset where that says nothing.
func Compose() string {
	var lines strings.Builder
	for _, s := range settings {
		if fixedInCompose[s.Name] == "" {
			fmt.Fprintf(&lines, "      %s: ${%s:-}\n", s.Name, s.Name)
		}
	}
	return lines.String()
}

// EnvExample lists the same settings for .env.example: what each does, and an example that is commented out.
func EnvExample() string {
	var lines strings.Builder
	for _, s := range settings {
		if fixedInCompose[s.Name] != "" {
			continue
		}
		lines.WriteByte('\n')
		for _, line := range wrapped(strings.ReplaceAll(s.Meaning, "`", ""), 120) {
			fmt.Fprintf(&lines, "# %s\n", line)
		}
		example := s.Example
		if strings.ContainsAny(example, " `") {
			example = ""
		}
		fmt.Fprintf(&lines, "#%s=%s\n", s.Name, example)
	}
	return lines.String()
}

// wrapped breaks a text into lines of at most so many letters.
func wrapped(text string, letters int) []string {
	var lines []string
	line := ""
	for word := range strings.FieldsSeq(text) {
		if line != "" && len(line)+1+len(word) > letters {
			lines, line = append(lines, line), ""
		}
		line = strings.TrimSpace(line + " " + word)
	}
	return slices.DeleteFunc(append(lines, line), func(l string) bool { return l == "" })
}
