package readmodel

import "github.com/jackc/pgx/v5"

// Replanned makes Postgres plan a query, whose first argument it is, each time it runs, for a tenth of a millisecond. It is
// for what runs at every page that is folded: a plan that is kept from when a table was empty reads all of it, or of any of
// its indexes, until statistics are gathered again.
const Replanned = pgx.QueryExecModeCacheDescribe
