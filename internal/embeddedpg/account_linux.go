package embeddedpg

import (
	"syscall"

	"golang.org/x/sys/unix"
)

// A checkout below /root is closed to every other user, and /root is not ours to open. Rather than moving the cluster
// away from the data folder, Postgres then keeps one capability: to enter folders (and read files) it does not own. The
// role the application signs in with is no superuser, so no query of its can use it.

// seeThroughCapability is the least of root's capabilities that lets a process
// enter closed folders, or 0 when this process has none (a hardened container).
func seeThroughCapability() uintptr {
	header := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	var sets [2]unix.CapUserData
	if err := unix.Capget(&header, &sets[0]); err != nil {
		return 0
	}
	for _, capability := range []uintptr{unix.CAP_DAC_READ_SEARCH, unix.CAP_DAC_OVERRIDE} {
		if sets[0].Permitted&(1<<capability) != 0 {
			return capability
		}
	}
	return 0
}

func canSeeThrough() bool { return seeThroughCapability() != 0 }

func allowSeeThrough(attr *syscall.SysProcAttr) {
	attr.AmbientCaps = []uintptr{seeThroughCapability()}
}
