package faults

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"sync"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
)

// What a line of the journal says of a command.
const (
	intended     = "intended" // written before it is sent for the first time
	acknowledged = "acknowledged"
	refused      = "refused"
)

// entry is a line of the journal. Every line is on disk before whoever wrote it goes on.
type entry struct {
	Said     string       `json:"said"`
	Command  ident.ID     `json:"command"`
	What     string       `json:"what"` // the operation
	Key      string       `json:"key,omitempty"`
	Campaign ident.ID     `json:"campaign,omitzero"`
	Donation ident.ID     `json:"donation,omitzero"`
	Gift     money.Amount `json:"gift,omitzero"`
	Email    string       `json:"email,omitempty"` // where the receipt goes
	Position uint64       `json:"position,omitempty"`
	Code     string       `json:"code,omitempty"` // of a refusal
}

// journal is what people wanted and were told, kept on their side.
type journal struct {
	mu   sync.Mutex
	file *os.File
}

func openJournal(path string) (*journal, error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("open the journal: %w", err)
	}
	return &journal{file: f}, nil
}

func (j *journal) write(e entry) error {
	line, err := json.Marshal(e)
	if err != nil {
		return fmt.Errorf("write the journal: %w", err)
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	if _, err := j.file.Write(append(line, '\n')); err != nil {
		return fmt.Errorf("write the journal: %w", err)
	}
	if err := j.file.Sync(); err != nil {
		return fmt.Errorf("write the journal: %w", err)
	}
	return nil
}

// intent is a command and what its sender was told of it.
type intent struct {
	entry
	acknowledged, refused bool
	told                  []entry // the acknowledgements
}

// read gives the intents in the order they were written.
func (j *journal) read() ([]*intent, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if _, err := j.file.Seek(0, io.SeekStart); err != nil {
		return nil, fmt.Errorf("read the journal: %w", err)
	}
	defer func() { _, _ = j.file.Seek(0, io.SeekEnd) }() // writing goes on there
	return readJournal(j.file)
}

func readJournal(from io.Reader) ([]*intent, error) {
	var order []*intent
	known := map[ident.ID]*intent{}
	lines := bufio.NewScanner(from)
	for lines.Scan() {
		var e entry
		if err := json.Unmarshal(lines.Bytes(), &e); err != nil {
			return nil, fmt.Errorf("read the journal: %w", err)
		}
		i := known[e.Command]
		switch {
		case e.Said == intended && i == nil:
			i = &intent{entry: e}
			known[e.Command] = i
			order = append(order, i)
		case i == nil:
			return nil, fmt.Errorf("read the journal: %s was %s before it was intended", e.Command, e.Said)
		case e.Said == acknowledged:
			i.acknowledged = true
			i.told = append(i.told, e)
		case e.Said == refused:
			i.refused = true
		}
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("read the journal: %w", err)
	}
	return order, nil
}

func (j *journal) close() error { return j.file.Close() }
