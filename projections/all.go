// Package projections folds the log into the read tables of Callup: one file an area. A projection is a pure fold over typed
// rows: it sees no SQL, no clock and no network. projector runs them.
package projections

import "github.com/callup/callup/projections/projector"

// All makes every projection of this program. The order is that in which they are built and listed.
func All() []*projector.Projection {
	return []*projector.Projection{
		campaignsProjection(), progressProjection(), supportersProjection(), contributorsProjection(),
		walletProjection(), platformProjection(), membersProjection(), notificationsProjection(),
		pledgesProjection(), staffRolesProjection(), inquiriesProjection(), campaignUpdatesProjection(),
		figuresProjection(), shiftsProjection(), campaignDraftsProjection(),
		feedProjection(), threadsProjection(),
		pagesProjection(),
		reportsProjection(),
		searchProjection(),
		messagesProjection(),
		followsProjection(),
		receiptsProjection(),
	}
}
