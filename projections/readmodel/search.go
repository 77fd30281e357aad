package readmodel

import (
	"time"

	"github.com/callup/callup/domain/ident"
)

// Tables of the search.
const (
	SearchDocuments = "search_documents"
	SearchWords     = "search_words"
)

// Kinds of a SearchDocument.
const (
	FoundCampaign = "campaign"
	FoundPage     = "page"
	FoundPost     = "post"
	FoundMember   = "member"
)

// SearchDocument is what a campaign, a page, a post or a member is found by. Words is empty where nobody is to find it.
type SearchDocument struct {
	ID         ident.ID  `db:"id"`
	Kind       string    `db:"kind"`
	Page       ident.ID  `db:"page"`        // as which a post was written; nil for all else
	Subject    ident.ID  `db:"subject"`     // of whoever wrote the words
	Status     string    `db:"status"`      // a campaign's, unless it is suspended; of the others "open" or "closed": of a member, whether they are listed
	Suspended  bool      `db:"suspended"`   // by a moderator
	Unnamed    bool      `db:"unnamed"`     // a member who hides their name
	Title      string    `db:"title"`       // lower-case, without accents; a post has none
	Text       string    `db:"text"`        // likewise, beside the title
	TitleWords []string  `db:"title_words"` // each once
	Words      []string  `db:"words"`       // those of title and text, likewise
	Standing   int64     `db:"standing"`    // what is active, or verified, has 0 and comes first, the others have 1
	At         time.Time `db:"at"`          // when it was launched, opened or posted
}

// SearchWord is a word of documents that are found. What is typed almost right is looked up among them.
type SearchWord struct {
	Word      string `db:"word"`
	Documents int64  `db:"documents"` // that have it
}

// SQL of what the indexes of search_documents hold, each for one kind; a query says both in the same way.
const (
	TitleVector = `array_to_tsvector(title_words)`
	WordsVector = `array_to_tsvector(words)`
)

// OfKind is SQL that holds for the documents of a kind.
func OfKind(kind string) string { return `kind = '` + kind + `'` }
