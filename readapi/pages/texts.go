package pages

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"strings"
)

//go:embed texts.json
var textsFile []byte

// headText is what a page says of itself in its head; the web app gives it the same title.
type headText struct {
	Title       string `json:"title"`
	Description string `json:"description"`
}

// texts are what the pages say in their heads in one language. Those with %s take a title.
type texts struct {
	Landing    headText `json:"landing"`
	Explore    headText `json:"explore"`
	Create     headText `json:"create"`
	Auth       headText `json:"auth"`
	SignUp     headText `json:"signUp"`
	Confirm    headText `json:"confirm"`
	Thanks     headText `json:"thanks"`
	Terms      headText `json:"terms"`
	Privacy    headText `json:"privacy"`
	NotFound   headText `json:"notFound"`
	NoCampaign headText `json:"noCampaign"`

	CampaignErased string `json:"campaignErased"`
	CardAlt        string `json:"cardAlt"`
	NoScript       string `json:"noScript"`
}

func loadTexts() (map[string]texts, error) {
	var all map[string]texts
	dec := json.NewDecoder(bytes.NewReader(textsFile))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&all); err != nil {
		return nil, fmt.Errorf("read the texts of the pages: %w", err)
	}
	for _, lang := range languages {
		if _, ok := all[lang]; !ok {
			return nil, fmt.Errorf("the pages have no texts in %q", lang)
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
