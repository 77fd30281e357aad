package pgstore

// columns are the arguments of log_append, kept between flushes so that a flush allocates little.
type columns struct {
	streams  []string
	expected []int64
	counts   []int32

	append   []int32 // which append an event belongs to, from 1
	stream   []string
	revision []int64
	id       [][16]byte
	kind     []string
	version  []int32
	data     [][]byte
	metadata [][]byte
}

func (c *columns) fill(batch []*request) {
	c.streams, c.expected, c.counts = c.streams[:0], c.expected[:0], c.counts[:0]
	c.append, c.stream, c.revision, c.id = c.append[:0], c.stream[:0], c.revision[:0], c.id[:0]
	c.kind, c.version, c.data, c.metadata = c.kind[:0], c.version[:0], c.data[:0], c.metadata[:0]
	for i, r := range batch {
		c.streams = append(c.streams, r.stream)
		c.expected = append(c.expected, int64(r.expected))
		c.counts = append(c.counts, int32(len(r.events))) //nolint:gosec // at most eventstore.MaxEvents
		for n, e := range r.events {
			c.append = append(c.append, int32(i+1))
			c.stream = append(c.stream, r.stream)
			c.revision = append(c.revision, int64(r.expected)+1+int64(n))
			c.id = append(c.id, e.ID)
			c.kind = append(c.kind, e.Type)
			c.version = append(c.version, int32(e.Version)) //nolint:gosec // newRequest checked it
			c.data = append(c.data, e.Data)
			c.metadata = append(c.metadata, r.metadata[n])
		}
	}
}
