package live

import (
	"encoding/binary"
	"net"
)

// framed is a connection that has each frame counted that arrives on it (RFC 6455 section 5.2), pings and fragments
// included: the library follows those by itself, without showing them.
type framed struct {
	net.Conn
	count func()

	header  [14]byte
	have    int    // bytes of header that have arrived
	payload uint64 // bytes of the frame that are to come
}

// Read counts what it reads. One goroutine reads at a time.
func (f *framed) Read(p []byte) (int, error) {
	n, err := f.Conn.Read(p)
	f.arrived(p[:n])
	return n, err
}

// arrived counts the frames whose header has arrived.
func (f *framed) arrived(part []byte) {
	for len(part) > 0 {
		if f.payload > 0 {
			k := min(f.payload, uint64(len(part)))
			f.payload -= k
			part = part[k:]
			continue
		}
		f.header[f.have] = part[0]
		f.have++
		part = part[1:]
		if f.have < 2 || f.have < headerSize(f.header[1]) {
			continue
		}
		switch length := f.header[1] & 0x7f; length {
		case 126:
			f.payload = uint64(binary.BigEndian.Uint16(f.header[2:]))
		case 127:
			f.payload = binary.BigEndian.Uint64(f.header[2:])
		default:
			f.payload = uint64(length)
		}
		f.have = 0
		f.count()
	}
}

// headerSize is how long a frame's header is, by its second byte.
func headerSize(second byte) int {
	size := 2
	switch second & 0x7f {
	case 126:
		size += 2
	case 127:
		size += 8
	}
	if second&0x80 != 0 {
		size += 4 // the mask
	}
	return size
}
