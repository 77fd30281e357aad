package documents

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"strings"
)

//go:embed headtexts.json
var textsFile []byte

// headText is what a document says of itself in its head; the web app gives it the same title.
type headText struct {
	Title       string `json:"title"`
	Description string `json:"description"`
}

// headTexts are what the documents say in their heads in one language beside the titles and descriptions of screens.
// Those with %s take a title.
type headTexts struct {
	SignUp headText `json:"signUp"`

	CampaignErased string `json:"campaignErased"`
	ImageAlt       string `json:"imageAlt"`
	NoScript       string `json:"noScript"`
	GiveBack       string `json:"giveBack"`

	Embed embedTexts `json:"embed"`
}

func loadHeadTexts() (map[string]headTexts, error) {
	var all map[string]headTexts
	dec := json.NewDecoder(bytes.NewReader(textsFile))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&all); err != nil {
		return nil, fmt.Errorf("read the texts of the documents: %w", err)
	}
	for _, lang := range languages {
		if _, ok := all[lang]; !ok {
			return nil, fmt.Errorf("the documents have no texts in %q", lang)
		}
	}
	return all, nil
}

// paragraphs splits what people wrote at its empty lines.
func paragraphs(story string) []string {
	var out []string
	for p := range strings.SplitSeq(story, "\n\n") {
		if p = strings.TrimSpace(p); p != "" {
			out = append(out, p)
		}
	}
	return out
}
