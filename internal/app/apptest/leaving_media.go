package apptest

import (
	"maps"
	"net/http"
)

// showed has the rare person show a photograph of their campaign, with words of theirs, as which body says it is revised. What is
// no upload is refused, on a launch too.
func (l *Leaving) showed(body map[string]any) {
	l.T.Helper()
	body = maps.Clone(body)
	body["photo"], body["photo_alt"], body["video"] = RareName, RareName+" laughs", RareName
	l.as(l.Token, "revise-campaign", body, http.StatusUnprocessableEntity)
	launch := maps.Clone(body)
	delete(launch, "campaign_id")
	delete(launch, "needs") // they are the other campaign's
	launch["resource_types"] = []string{"money"}
	l.as(l.Token, "launch-campaign", launch, http.StatusUnprocessableEntity)
	delete(body, "video")
	body["photo"] = l.upload("campaign-photo")
	l.as(l.Token, "revise-campaign", body, http.StatusOK)
}
