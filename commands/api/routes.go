package api

import (
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/callup/callup/internal/problem"
)

// input is a command with its body.
type input[B any] struct {
	Key
	Body B
}

// output is a command's answer.
type output[B any] struct {
	Position string `header:"Callup-Position" doc:"The position of the log this command reached"`
	Body     B
}

// Register declares the commands.
func Register(api huma.API, s *Service) {
	post := func(name, summary string) huma.Operation {
		return huma.Operation{
			OperationID: name, Method: http.MethodPost, Path: "/api/commands/" + name, Summary: summary, Tags: []string{"command"},
		}
	}
	signedIn := func(o huma.Operation) huma.Operation {
		o.Security = []map[string][]string{{"bearer": {}}}
		return o
	}
	problem.Register(api, post("donate-money", "Start a gift of money; it counts once the payment is confirmed"), s.donateMoney)
	problem.Register(api, post("cancel-donation", "Step back from a gift that was not paid"), s.cancelDonation)
	problem.Register(api, signedIn(post("refund-donation", "Give a gift back, whole or in part")), s.refundDonation)
	problem.Register(api, signedIn(post("launch-campaign", "Open a campaign")), s.launchCampaign)
	problem.Register(api, signedIn(post("revise-campaign", "Change what a campaign says or asks for")), s.reviseCampaign)
	problem.Register(api, signedIn(post("pause-campaign", "Take no contributions for a while")), s.pauseCampaign)
	problem.Register(api, signedIn(post("resume-campaign", "Take contributions again")), s.resumeCampaign)
	problem.Register(api, signedIn(post("complete-campaign", "End a campaign for good")), s.completeCampaign)
	problem.Register(api, signedIn(post("revise-profile", "Replace one's profile")), s.reviseProfile)
}
