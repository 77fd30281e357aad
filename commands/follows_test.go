package commands_test

// onOthersCampaigns are about two campaigns that nobody of the matrix runs.
func onOthersCampaigns(m *matrix) (one, other string) {
	body := func() string {
		return `{"campaign_id":"` + m.send(m.nobody(), "launch-campaign", `{`+wholeCampaign+`}`).String() + `"}`
	}
	return body(), body()
}

func unfollowCampaignBodies(m *matrix) (one, other string) {
	one, other = onOthersCampaigns(m)
	m.send(m.owner, "follow-campaign", one)
	m.send(m.owner, "follow-campaign", other)
	return one, other
}
