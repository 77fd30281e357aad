package faults

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/testing/faults/planted"
)

// poisonRows makes the database refuse what a projection writes, until it stands still.
func (r *run) poisonRows(ctx context.Context) (bool, error) {
	var schema string
	err := until(ctx, time.Minute, func(ctx context.Context) (string, error) {
		return "",
			r.db.pool.QueryRow(ctx, `SELECT schema FROM projection_builds WHERE projection = 'campaign_supporters' AND state = 'live'
			ORDER BY version DESC LIMIT 1`).Scan(&schema)
	})
	if err != nil {
		return false, fmt.Errorf("find a projection to poison: %w", err)
	}
	table := pgx.Identifier{schema, "campaign_supporters"}.Sanitize()
	if err := r.db.exec(ctx, `ALTER TABLE `+table+
		` DROP CONSTRAINT IF EXISTS poison, ADD CONSTRAINT poison CHECK (amount < 0) NOT VALID`); err != nil {
		return false, fmt.Errorf("poison a projection: %w", err)
	}
	stopped := r.untilSo(ctx, r.Patience, "the projection stands still",
		`SELECT EXISTS (SELECT FROM projection_builds WHERE schema = $1 AND stopped LIKE '%poison%')`, schema)
	if err := r.db.exec(ctx, `ALTER TABLE `+table+` DROP CONSTRAINT IF EXISTS poison`); err != nil {
		return false, fmt.Errorf("mend a poisoned projection: %w", err)
	}
	return stopped == nil, nil
}

// What refuses receipts. A sequence does not go back with the transaction that is refused, so it tells whether one was.
const (
	refuseReceipts = takeReceipts + `;
DROP SEQUENCE IF EXISTS faults_refusals;
CREATE SEQUENCE faults_refusals;
ALTER TABLE outbox_mails ADD CONSTRAINT poison CHECK (nextval('faults_refusals') < 0) NOT VALID`
	takeReceipts = `ALTER TABLE outbox_mails DROP CONSTRAINT IF EXISTS poison`
)

// poisonReaction makes the database refuse receipts for a while, less than the reactor's patience as a rule.
func (r *run) poisonReaction(ctx context.Context, s Step) (bool, error) {
	if err := r.db.exec(ctx, refuseReceipts); err != nil {
		return false, fmt.Errorf("poison a reactor: %w", err)
	}
	refused := r.untilSo(ctx, r.Patience, "a receipt was refused", `SELECT is_called FROM faults_refusals`)
	pause(ctx, s.Hold)
	return refused == nil, r.mendReactor(ctx)
}

// giveUp makes the database refuse receipts until the reactor sets an event aside and goes on to the next.
func (r *run) giveUp(ctx context.Context) (bool, error) {
	if err := r.db.exec(ctx, refuseReceipts); err != nil {
		return false, fmt.Errorf("poison a reactor: %w", err)
	}
	aside := r.untilSo(ctx, r.Patience, "the reactor gave up on an event",
		`SELECT EXISTS (SELECT FROM dead_letters WHERE reactor = 'mails' AND replayed_at IS NULL AND error LIKE '%poison%')`)
	if aside != nil && ctx.Err() == nil {
		r.violate(Work, "receipts are refused: %v", aside)
	}
	return aside == nil, r.mendReactor(ctx)
}

// mendReactor lets receipts be written again. Once the reactor has passed all that may have been refused, what it has set
// aside is handed over again, as an operator would.
func (r *run) mendReactor(ctx context.Context) error {
	if err := r.db.exec(ctx, takeReceipts); err != nil {
		return fmt.Errorf("mend a poisoned reactor: %w", err)
	}
	var head int64
	err := until(ctx, time.Minute, func(ctx context.Context) (string, error) {
		return "", r.db.pool.QueryRow(ctx, `SELECT max(position) FROM events`).Scan(&head)
	})
	if err != nil {
		return fmt.Errorf("mend a poisoned reactor: %w", err)
	}
	err = r.untilSo(ctx, r.Patience, "the reactor goes on",
		`SELECT position::bigint >= $1 FROM reactor_checkpoints WHERE reactor = 'mails'`, head)
	if err == nil {
		err = until(ctx, r.Patience, func(ctx context.Context) (string, error) { // whose words are being erased is to wait
			out, code, err := r.command(ctx, "", "deadletters", "replay")
			if code != 0 {
				return "replay exits: " + lastLines(out), err
			}
			return "", err
		})
	}
	if err != nil && ctx.Err() == nil {
		r.violate(Work, "a mended reactor: %v", err)
	}
	return nil
}

// newerEvent appends an event of a schema version that the servers do not know, as a newer callup does that was gone back
// from. Every projection is to stand right before it while people go on giving; then the newer callup is started, and they
// are to go on.
func (r *run) newerEvent(ctx context.Context) (bool, error) {
	version := int(r.newer.Load()) + 1
	at, err := r.appendLater(ctx, fmt.Sprintf("newcomer %d", version), planted.LaterVersion+version)
	if err != nil {
		return false, err
	}
	stood := r.untilSo(ctx, r.Patience, "every projection stands before what only a newer callup knows",
		`SELECT bool_and(stopped LIKE 'a newer callup wrote MemberRegistered %' AND position::bigint < $1) FROM projection_builds
			WHERE state = 'live'`, at)
	r.await(ctx, 5)
	r.newer.Add(1)
	if _, err := r.restart(ctx, Step{}, r.servers...); err != nil {
		return false, err
	}
	went := r.untilSo(ctx, r.Patience, "the newer callup goes on",
		`SELECT bool_and(stopped = '' AND degraded = 0 AND position::bigint >= $1) FROM projection_builds WHERE state = 'live'`, at)
	for _, wrong := range []error{stood, went} {
		if wrong != nil && ctx.Err() == nil {
			r.violate(Tables, "%v", wrong)
		}
	}
	return stood == nil && went == nil, nil
}

// appendLater registers a member without a name or an address by an event of some schema version, through the log's own
// function, and tells its position.
func (r *run) appendLater(ctx context.Context, who string, version int) (at int64, err error) {
	id := ident.Command("faults", who)
	data := map[string]any{"member": id, "subject": ident.Pair("subject", who), "name": "", "email": "", "lang": "en",
		"at": time.Now().UTC()}
	metadata := map[string]any{"command": id, "correlation": id, "actor": "operator"}
	err = until(ctx, time.Minute, func(ctx context.Context) (string, error) { // asked again it answers the same
		return "", r.db.pool.QueryRow(ctx, `SELECT at_position FROM log_append(ARRAY[$1], ARRAY[-1::bigint], ARRAY[1],
			ARRAY[1], ARRAY[$1], ARRAY[0::bigint], ARRAY[$2::uuid], ARRAY['MemberRegistered'], ARRAY[$3::integer], ARRAY[$4::json],
			ARRAY[$5::json])`,
			"member-"+id.String(), id.String(), version, data, metadata).Scan(&at)
	})
	if err != nil {
		return 0, fmt.Errorf("append what only a newer callup knows: %w", err)
	}
	return at, nil
}

// untilSo waits until a query says that something is so.
func (r *run) untilSo(ctx context.Context, patience time.Duration, what, query string, args ...any) error {
	return until(ctx, patience, func(ctx context.Context) (string, error) {
		var so bool
		err := r.db.pool.QueryRow(ctx, query, args...).Scan(&so)
		if err == nil && !so {
			return "it is not so that " + what, nil
		}
		return "", err
	})
}
