package documents

import (
	"fmt"
	"slices"

	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/readapi/campaigns"
)

// fact is a node of JSON-LD in the vocabulary of schema.org.
type fact map[string]any

func (s *Documents) siteFacts(lang string) fact {
	return fact{
		"@context": "https://schema.org", "@type": "WebSite", "name": "Callup", "url": s.c.PublicURL + "/", "inLanguage": languages,
		"description": s.head(lang, s.screen(landingScreen)).Description,
		"potentialAction": fact{
			"@type": "SearchAction", "target": s.c.PublicURL + "/explore?q={search_term_string}",
			"query-input": "required name=search_term_string",
		},
	}
}

// campaignFacts describes a campaign as a project that was funded so far with what was raised, in its own currency.
func (s *Documents) campaignFacts(lang string, c campaigns.CampaignDetail) fact {
	address := s.c.PublicURL + "/campaign/" + c.Slug
	project := fact{"@type": "Project", "@id": address + "#campaign", "name": c.Title, "description": c.Description, "url": address}
	if c.Organizer.Name != "" {
		kind := "Person"
		if !c.Organizer.Page.IsNil() {
			kind = "Organization"
		}
		project["founder"] = fact{"@type": kind, "name": c.Organizer.Name}
	}
	if c.Location != "" {
		project["location"] = fact{"@type": "Place", "name": c.Location}
	}
	if c.RaisedAmount > 0 {
		project["funding"] = fact{"@type": "MonetaryGrant", "amount": monetary(c.RaisedAmount, c.Currency)}
	}
	page := fact{
		"@context": "https://schema.org", "@type": "WebPage", "name": c.Title, "description": c.Description, "url": address,
		"image": s.campaignPicture(lang, c).URL, "inLanguage": c.Lang, "datePublished": day(c.LaunchedAt), "mainEntity": project,
		"isPartOf": fact{"@type": "WebSite", "name": "Callup", "url": s.c.PublicURL + "/"},
	}
	if c.RevisedAt != nil {
		page["dateModified"] = day(*c.RevisedAt)
	}
	if c.Status == "active" && slices.Contains(c.Resources, "money") {
		give := fact{
			"@type": "DonateAction", "target": address, "recipient": fact{"@id": address + "#campaign"},
			"priceSpecification": fact{"@type": "PriceSpecification", "priceCurrency": c.Currency},
		}
		if c.EndsAt != nil {
			give["endTime"] = day(*c.EndsAt)
		}
		page["potentialAction"] = give
	}
	return page
}

func monetary(minor int64, c money.Currency) fact {
	return fact{"@type": "MonetaryAmount", "currency": c, "value": fmt.Sprintf("%d.%02d", minor/100, minor%100)}
}
