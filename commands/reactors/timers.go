package reactors

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/eventstore/reach"
	"github.com/callup/callup/internal/ports"
	"github.com/callup/callup/internal/rowscan"
)

// askers is how many timers of a process ask the payment provider at once: one question in ten that gets no answer must
// not make the others wait longer and longer.
const askers = 3

// Timers are what waits for a moment. Any number of processes may run them: each timer fires in one.
type Timers struct {
	pool *pgxpool.Pool
	cmd  *command.Service
	now  ports.Clock
	log  *slog.Logger

	// Erase takes the next steps of an erasure. It is set before Run; without it nobody is erased by this process.
	Erase func(ctx context.Context, erasure ident.ID) error
	// Rewrite rewrites the files in which erased text may still lie. It is set before Run; without it this process rewrites none.
	Rewrite func(ctx context.Context) error
	// Daily writes a member's daily mail (Dailies.Send). It is set before Run; without it this process writes none.
	Daily func(ctx context.Context, member ident.ID) error
	Times Times // may be changed before Run
}

// NewTimers makes the timers.
func NewTimers(pool *pgxpool.Pool, cmd *command.Service, now ports.Clock, log *slog.Logger) *Timers {
	return &Timers{pool: pool, cmd: cmd, now: now, log: log, Times: DefaultTimes()}
}

func timerID(command string, subject ident.ID) ident.ID {
	return ident.Pair("timer", command, subject.String())
}

// Set makes a timer fire a command about a thing at a moment; setting it again moves it.
func (t *Timers) Set(ctx context.Context, command string, subject ident.ID, due time.Time) error {
	err := as(ctx, t.pool).Exec(ctx, `INSERT INTO timers (id, due_at, command, subject) VALUES ($1, $2, $3, $4)
		ON CONFLICT (id) DO UPDATE SET due_at = excluded.due_at, retry_at = NULL, attempts = 0, error = ''`,
		timerID(command, subject), due, command, subject)
	if err != nil {
		return fmt.Errorf("set a timer: %w", err)
	}
	return nil
}

// After makes a timer of those that wait for a while fire a command about a thing; setting it again begins anew.
func (t *Timers) After(ctx context.Context, command string, subject ident.ID, wait time.Duration) error {
	err := as(ctx, t.pool).Exec(ctx,
		`INSERT INTO timers (id, due_at, command, subject) VALUES ($1, clock_timestamp() + $2::interval, $3, $4)
		ON CONFLICT (id) DO UPDATE SET due_at = excluded.due_at, retry_at = NULL, attempts = 0, error = ''`,
		timerID(command, subject), wait, command, subject)
	if err != nil {
		return fmt.Errorf("set a timer: %w", err)
	}
	return nil
}

// Hasten lets a timer fire now, by whichever clock, but for one that some process is carrying out at this moment, which may
// take long: it is left as it is.
func (t *Timers) Hasten(ctx context.Context, command string, subject ident.ID) error {
	err := as(ctx, t.pool).Exec(ctx, `WITH made AS (
			INSERT INTO timers (id, due_at, command, subject) VALUES ($1, least($2, clock_timestamp()), $3, $4) ON CONFLICT (id)
			DO NOTHING)
		UPDATE timers SET due_at = least($2, clock_timestamp()), retry_at = NULL, attempts = 0, error = ''
		WHERE id = (SELECT id FROM timers WHERE id = $1 AND (leased_until IS NULL OR leased_until <= clock_timestamp())
			FOR UPDATE SKIP LOCKED)`,
		timerID(command, subject), t.now(), command, subject)
	if err != nil {
		return fmt.Errorf("hasten a timer: %w", err)
	}
	return nil
}

// Clear takes a timer back.
func (t *Timers) Clear(ctx context.Context, command string, subject ident.ID) error {
	if err := as(ctx, t.pool).Exec(ctx, `DELETE FROM timers WHERE id = $1`, timerID(command, subject)); err != nil {
		return fmt.Errorf("clear a timer: %w", err)
	}
	return nil
}

// Run fires due timers until the context ends.
func (t *Timers) Run(ctx context.Context) error {
	var others sync.WaitGroup
	defer others.Wait()
	for range askers {
		others.Go(func() { _ = t.keepFiring(ctx, t.fireAsking) }) // it ends with the context
	}
	if t.Erase != nil {
		others.Go(func() { _ = t.keepFiring(ctx, t.fireLong) })
	}
	if t.Rewrite != nil {
		others.Go(func() { _ = t.keepFiring(ctx, t.fireRewriting) })
	}
	if t.Daily != nil {
		others.Go(func() { _ = t.keepFiring(ctx, t.fireDaily) })
	}
	return t.keepFiring(ctx, t.fire)
}

func (t *Timers) keepFiring(ctx context.Context, fire func(context.Context) (bool, error)) error {
	for {
		fired, err := fire(ctx)
		if err != nil && ctx.Err() == nil {
			t.log.WarnContext(ctx, "timers interrupted", "error", err)
		}
		if !fired && !reach.Pause(ctx, t.Times.Poll) {
			return ctx.Err()
		}
	}
}

// timer is one that was claimed.
type timer struct {
	id, subject ident.ID
	command     string
	attempts    int
	lease       ident.ID
}

// fire claims one due timer and carries its command out. The row goes when the command is in the log, so a crash in
// between fires it again, as the same command.
func (t *Timers) fire(ctx context.Context) (bool, error) {
	elsewhere := []string{timerReconcile, timerRefund, timerErase, timerRewrite, timerDaily}
	return t.fireOne(ctx, `command <> ALL($2)`, elsewhere, t.Times.Fire)
}

// fireAsking fires what asks the payment provider: one that does not answer holds up nothing else.
func (t *Timers) fireAsking(ctx context.Context) (bool, error) {
	return t.fireOne(ctx, `command = ANY($2)`, []string{timerReconcile, timerRefund}, t.Times.FireAsking)
}

func (t *Timers) fireLong(ctx context.Context) (bool, error) {
	return t.fireOne(ctx, `command = ANY($2)`, []string{timerErase}, t.Times.FireLong)
}

// fireRewriting fires what holds up no erasure that goes on meanwhile.
func (t *Timers) fireRewriting(ctx context.Context) (bool, error) {
	return t.fireOne(ctx, `command = ANY($2)`, []string{timerRewrite}, t.Times.FireLong)
}

// fireDaily fires daily mails: thousands that are due in one morning hold up nothing else.
func (t *Timers) fireDaily(ctx context.Context) (bool, error) {
	return t.fireOne(ctx, `command = ANY($2)`, []string{timerDaily}, t.Times.Fire)
}

// nextTimer finds the timer that is due first. $1 is the server's time, $2 the commands that which speaks of, $3 lapsing.
// The first condition follows from the others: by it a look walks past nothing that waits for its time, in the order of the
// index timers_turn, and now(), unlike the clock, can be looked up there. What is leased is put off there too, unless it was
// set anew meanwhile.
func nextTimer(which string) string {
	return `SELECT id FROM timers
		WHERE greatest(due_at, retry_at) <= greatest($1, now())
			AND due_at <= CASE WHEN command = ANY($3) THEN now() ELSE $1 END
			AND (retry_at IS NULL OR retry_at <= now()) AND (leased_until IS NULL OR leased_until <= now()) AND ` + which + `
		ORDER BY greatest(due_at, retry_at) LIMIT 1 FOR UPDATE SKIP LOCKED`
}

// claim takes the timer that is due first for a while; false when none is due.
func (t *Timers) claim(ctx context.Context, which string, named []string) (m timer, due bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, t.Times.Statement)
	defer cancel()
	if m.lease, err = ident.New(rand.Reader); err != nil {
		return m, false, err
	}
	claimed, err := rowscan.One[struct {
		ID       ident.ID `db:"id"`
		Subject  ident.ID `db:"subject"`
		Command  string   `db:"command"`
		Attempts int      `db:"attempts"`
	}](ctx, t.pool, `UPDATE timers SET lease = $4, leased_until = now() + $5::interval, retry_at = now() + $5::interval
		WHERE id = (`+nextTimer(which)+`) RETURNING id, subject, command, attempts`,
		t.now(), named, lapsing, m.lease, t.Times.Lease)
	if errors.Is(err, pgx.ErrNoRows) {
		return m, false, nil
	}
	if err != nil {
		return m, false, fmt.Errorf("claim a timer: %w", err)
	}
	m.id, m.subject, m.command, m.attempts = claimed.ID, claimed.Subject, claimed.Command, claimed.Attempts
	return m, true, nil
}

// fireOne claims a timer, carries its command out, and says what becomes of the timer. Nothing of the database is held
// meanwhile; a process that dies loses the timer to another when the lease runs out.
func (t *Timers) fireOne(ctx context.Context, which string, named []string, within time.Duration) (fired bool, err error) {
	m, due, err := t.claim(ctx, which, named)
	if err != nil || !due {
		return false, err
	}
	acting, end := context.WithTimeout(ctx, within)
	kept := make(chan struct{})
	go func() {
		defer close(kept)
		t.keepLease(acting, m)
	}()
	cause := t.carryOut(acting, m)
	end()
	<-kept
	// what is known is written down even while stopping: it would wait for the lease's end otherwise
	after, cancel := context.WithTimeout(context.WithoutCancel(ctx), t.Times.Statement)
	defer cancel()
	if cause != nil && ctx.Err() != nil { // it was cut off: another process begins anew
		err = t.put(after, m, `retry_at = NULL`)
	} else {
		err = t.settle(after, m, cause)
	}
	return err == nil, err
}

// keepLease prolongs a lease for as long as the context lasts.
func (t *Timers) keepLease(ctx context.Context, m timer) {
	for reach.Pause(ctx, t.Times.Lease/3) {
		if _, err := t.pool.Exec(ctx, `UPDATE timers SET leased_until = now() + $3::interval,
			retry_at = CASE WHEN retry_at = leased_until THEN now() + $3::interval ELSE retry_at END
			WHERE id = $1 AND lease = $2`, m.id, m.lease, t.Times.Lease); err != nil && ctx.Err() == nil {
			t.log.WarnContext(ctx, "a timer's lease was not prolonged", "command", m.command, "error", err)
		}
	}
}

// settle says what becomes of a timer that was carried out, by what came of it.
func (t *Timers) settle(ctx context.Context, m timer, cause error) error {
	var refused *domain.Refusal
	var notYet *command.NotYet
	switch {
	case cause == nil:
	case errors.As(cause, &notYet) && notYet.At.IsZero():
		return t.put(ctx, m, `retry_at = clock_timestamp() + $3::interval, attempts = 0, error = ''`, notYet.In)
	case errors.As(cause, &notYet):
		return t.put(ctx, m, `due_at = $3, retry_at = NULL, attempts = 0, error = ''`, notYet.At)
	case errors.Is(cause, campaign.ErrNotEnded):
		c, _, err := command.Load(ctx, t.cmd.Handler, campaign.Decider, m.subject)
		if err != nil {
			return errors.Join(err, t.putOff(ctx, m, err))
		}
		if ends := c.EndsAt; !ends.IsZero() { // the end was moved, and the timer set late or by an older event
			return t.put(ctx, m, `due_at = $3, retry_at = NULL`, ends)
		}
	case m.command != timerErase && errors.As(cause, &refused): // an erasure goes on until nothing is left
		t.log.InfoContext(ctx, "timer had nothing to do", "command", m.command, "subject", m.subject, "code", refused.Code)
	default:
		return t.putOff(ctx, m, cause)
	}
	gone, err := t.pool.Exec(ctx, `DELETE FROM timers WHERE id = $1 AND lease = $2 AND retry_at = leased_until`, m.id, m.lease)
	return t.settled(ctx, m, gone, err)
}

func (t *Timers) putOff(ctx context.Context, m timer, cause error) error {
	return t.put(ctx, m, `attempts = attempts + 1, error = $4, retry_at = clock_timestamp() + $3::interval`,
		backOff(m.attempts, cause), cause.Error())
}

// put changes a timer that this process has claimed, and gives it back.
func (t *Timers) put(ctx context.Context, m timer, change string, args ...any) error {
	done, err := t.pool.Exec(ctx, `UPDATE timers SET lease = NULL, leased_until = NULL, `+change+`
		WHERE id = $1 AND lease = $2 AND retry_at = leased_until`, append([]any{m.id, m.lease}, args...)...)
	return t.settled(ctx, m, done, err)
}

// settled gives a timer back that was set anew while it was carried out: it fires as it was set.
func (t *Timers) settled(ctx context.Context, m timer, done pgconn.CommandTag, err error) error {
	if err == nil && done.RowsAffected() == 0 {
		_, err = t.pool.Exec(ctx, `UPDATE timers SET lease = NULL, leased_until = NULL WHERE id = $1 AND lease = $2`, m.id, m.lease)
	}
	if err != nil {
		return fmt.Errorf("settle a timer: %w", err)
	}
	return nil
}

// backOff grows from 5 s to an hour; to a minute while the surroundings are away, so that what waits for them goes on
// soon after they are back.
func backOff(attempts int, cause error) time.Duration {
	most := time.Hour
	if isDependencyError(cause) {
		most = time.Minute
	}
	return min(5*time.Second<<min(attempts, 12), most)
}
