//go:build upgradetest

package projections

// raised makes this program the newer one, whatever has changed, for the test that upgrades to it.
const raised = 1
