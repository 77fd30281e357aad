//go:build !upgradetest

package projections

// raised is added to every projection's version.
const raised = 0
