//go:build !linux

package embeddedpg

import "syscall"

func canSeeThrough() bool { return false }

func allowSeeThrough(*syscall.SysProcAttr) {}
