// Package doctor looks at everything an installation stands on, and says what to do.
package doctor

import (
	"context"
	"crypto/hmac"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/spf13/cobra"
	"golang.org/x/sys/unix"

	"github.com/callup/callup/cmd/callup/cli"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/eventstore/catalog"
	"github.com/callup/callup/internal/app"
	"github.com/callup/callup/internal/bus"
	"github.com/callup/callup/internal/config"
	"github.com/callup/callup/internal/embeddedpg"
	"github.com/callup/callup/internal/keyring"
	"github.com/callup/callup/internal/media/s3"
	"github.com/callup/callup/internal/rates"
)

// How a check ends.
const (
	healthy = "ok"
	warning = "warning" // works, and should be looked at
	failure = "failure" // does not work, or will not
)

// finding is what a check found, and what to do about it in one sentence.
type finding struct {
	Check string `json:"check"`
	Level string `json:"level"`
	Says  string `json:"says"`
	Do    string `json:"do,omitempty"`
}

// doctor looks at an installation and changes nothing in it.
type doctor struct {
	environ []string
	// production has it list all that production needs, and seams lead to stand-ins in tests
	production bool
	seams      app.Seams
	log        *slog.Logger
	cfg        config.Config
	b          *app.Base
	findings   []finding
	closers    []func(context.Context) error
}

// Command is callup doctor.
func Command(p *cli.Program) *cobra.Command {
	var asJSON, production bool
	c := &cobra.Command{
		Use: "doctor", Short: "Check everything this installation stands on, and say what to do; exits 1 when something fails",
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error { return checkUp(c.Context(), p, asJSON, production) },
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	c.Flags().BoolVar(&production, "production", false, "list all that production needs and is missing")
	return c
}

func checkUp(ctx context.Context, p *cli.Program, asJSON, production bool) error {
	d := &doctor{
		environ: p.Environ, log: slog.New(slog.DiscardHandler), production: production,
		seams: app.Seams{Stripe: p.Options.Seams.Stripe},
	}
	d.examine(ctx)
	if err := d.close(context.WithoutCancel(ctx)); err != nil {
		return err
	}
	if asJSON {
		if err := p.JSON(d.findings); err != nil {
			return err
		}
	} else {
		printFindings(p, d.findings)
	}
	return exitOf(d.findings)
}

func exitOf(all []finding) error {
	if slices.ContainsFunc(all, func(f finding) bool { return f.Level == failure }) {
		return cli.ExitError(1)
	}
	return nil
}

func printFindings(p *cli.Program, all []finding) {
	marks := map[string]string{healthy: "ok     ", warning: "WARNING", failure: "FAILURE"}
	for _, f := range all {
		fmt.Fprintf(p.Stdout, "%s  %-20s %s\n", marks[f.Level], f.Check, f.Says)
		if f.Do != "" {
			fmt.Fprintf(p.Stdout, "%-30s→ %s\n", "", f.Do)
		}
	}
}

func (d *doctor) close(ctx context.Context) error {
	var errs []error
	for i := range d.closers {
		errs = append(errs, d.closers[len(d.closers)-1-i](ctx))
	}
	return errors.Join(errs...)
}

func (d *doctor) ok(check, format string, args ...any) {
	d.findings = append(d.findings, finding{check, healthy, fmt.Sprintf(format, args...), ""})
}

func (d *doctor) bad(level, check, says, do string) {
	d.findings = append(d.findings, finding{check, level, says, do})
}

// within runs one check; it must not hang because what it looks at does.
func (d *doctor) within(ctx context.Context, check func(context.Context)) {
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	check(ctx)
}

// examine makes every check that those before it allow.
func (d *doctor) examine(ctx context.Context) {
	if d.production {
		d.inProduction()
	}
	cfg, err := config.Load(d.environ)
	if err != nil {
		d.mistakes("settings", err)
		return
	}
	d.cfg = cfg
	d.ok("settings", "All are good.")
	d.operator()
	d.dataFolder()
	d.within(ctx, d.publicURL)
	d.within(ctx, d.nats)
	d.within(ctx, d.media)
	d.within(ctx, d.mailServer)
	if !d.database(ctx) {
		return
	}
	for _, check := range []func(context.Context){
		d.durability, d.clock, d.logBook, d.readTables, d.restored, d.reactors, d.deadLetters, d.timers, d.webhooks, d.provider,
		d.audits, d.mails,
	} {
		d.within(ctx, check)
	}
	d.exchangeRates()
}

// operator looks whether givers are told whom to ask.
func (d *doctor) operator() {
	var missing []string
	if d.cfg.OperatorName == "" {
		missing = append(missing, "CALLUP_OPERATOR_NAME")
	}
	if d.cfg.OperatorEmail == "" {
		missing = append(missing, "CALLUP_OPERATOR_EMAIL")
	}
	switch {
	case len(missing) == 0:
		d.ok("operator", "Givers read that %s runs this, at %s.", d.cfg.OperatorName, d.cfg.OperatorEmail)
	case d.cfg.Environment == config.Production:
		d.bad(warning, "operator", "givers are not told who gives money back: "+strings.Join(missing, " and ")+" is not set",
			"Set who runs this installation and the address they are reached at.")
	default:
		d.ok("operator", "Givers are not told who runs this; production should set %s.", strings.Join(missing, " and "))
	}
}

const (
	little    = 2 << 30   // bytes free, below which one should look after the disk
	tooLittle = 200 << 20 // below which Postgres may stop at any moment
)

func (d *doctor) dataFolder() {
	info, err := os.Stat(d.cfg.Data)
	if errors.Is(err, fs.ErrNotExist) {
		d.ok("data folder", "%s is made at the first start.", d.cfg.Data)
		return
	}
	if err != nil {
		d.bad(failure, "data folder", err.Error(), "Let the user who runs callup read "+d.cfg.Data+
			", or name another folder with CALLUP_DATA.")
		return
	}
	if probe, err := os.CreateTemp(d.cfg.Data, ".doctor-*"); err != nil {
		d.bad(failure, "data folder", "nothing can be written to "+d.cfg.Data,
			"Let the user who runs callup write to it, or name another folder with CALLUP_DATA.")
	} else if err := errors.Join(probe.Close(), os.Remove(probe.Name())); err != nil {
		d.bad(warning, "data folder", err.Error(), "Look at the file system that holds "+d.cfg.Data+".")
	} else if info.Mode().Perm()&0o022 != 0 {
		d.bad(warning, "data folder", fmt.Sprintf("others may write to %s (mode %04o)", d.cfg.Data, info.Mode().Perm()),
			"Run: chmod go-w "+d.cfg.Data)
	} else {
		d.ok("data folder", "%s can be written to, and by nobody else.", d.cfg.Data)
	}
	var disk unix.Statfs_t
	if err := unix.Statfs(d.cfg.Data, &disk); err != nil {
		d.bad(warning, "disk space", err.Error(), "Look at the file system that holds "+d.cfg.Data+".")
		return
	}
	d.diskSpace(disk.Bavail * uint64(disk.Bsize)) //nolint:gosec // a block's size is positive
}

func (d *doctor) diskSpace(free uint64) {
	says := fmt.Sprintf("%.1f GiB are free where %s lies.", float64(free)/(1<<30), d.cfg.Data)
	switch {
	case free < tooLittle:
		d.bad(failure, "disk space", says, "Make room now: Postgres stops taking gifts when the disk is full.")
	case free < little:
		d.bad(warning, "disk space", says, "Make room, or move CALLUP_DATA to a larger disk.")
	default:
		d.ok("disk space", "%s", says)
	}
}

// publicURL asks for the server where people reach it.
func (d *doctor) publicURL(ctx context.Context) {
	if d.cfg.PublicURL == nil {
		d.ok("public address", "CALLUP_PUBLIC_URL is not set: links lead to the address the server listens on.")
		return
	}
	at := strings.TrimSuffix(d.cfg.PublicURL.String(), "/")
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	do := "Start the server, and see that the reverse proxy, the name and the certificate lead to it."
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, at+"/healthz", nil)
	if err != nil {
		d.bad(failure, "public address", err.Error(), do)
		return
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		d.bad(warning, "public address", fmt.Sprintf("%s does not answer from here: %v", at, err), do)
		return
	}
	_ = res.Body.Close() // its status says enough
	if res.StatusCode != http.StatusOK {
		d.bad(warning, "public address", fmt.Sprintf("%s/healthz answers %s", at, res.Status), do)
		return
	}
	d.ok("public address", "%s leads to a server that lives.", at)
}

// nats asks the servers over which processes tell each other what changed, where there are any.
func (d *doctor) nats(ctx context.Context) {
	if d.cfg.NATSURL == "" {
		return
	}
	if err := bus.CheckNATS(ctx, d.cfg.NATSURL); err != nil {
		d.bad(
			failure, "NATS", "it does not answer: "+err.Error(), "Start the NATS servers, and check NATS_URL and the network between.",
		)
		return
	}
	d.ok("NATS", "It answers.")
}

// media asks the store that keeps what people upload, where it is not the disk.
func (d *doctor) media(ctx context.Context) {
	if d.cfg.Media == nil {
		return
	}
	store, err := s3.New(*d.cfg.Media)
	if err == nil {
		err = store.Check(ctx)
	}
	if err != nil {
		d.bad(
			failure, "media", "the bucket can't be used: "+err.Error(),
			"Check S3_URL (address, bucket, key and secret) and the network between; the bucket must have been made.",
		)
		return
	}
	d.ok("media", "The bucket of what people upload is there.")
}

// database connects, and checks the key against what the database was filled with. It is false when nothing more can
// be looked at.
func (d *doctor) database(ctx context.Context) bool {
	url := d.cfg.DatabaseURL
	if url == "" {
		within := embeddedpg.Within(d.cfg.Data, d.log)
		if !embeddedpg.Made(within) {
			d.bad(warning, "database", "there is no installation in "+d.cfg.Data,
				"To make one: callup serve. If yours lies elsewhere, name its folder with CALLUP_DATA.")
			return false
		}
		server, err := embeddedpg.Start(ctx, within)
		if err != nil {
			d.bad(failure, "database", err.Error(), "See "+filepath.Join(d.cfg.Data, "postgres", "postgres.log")+".")
			return false
		}
		d.closers = append(d.closers, server.Stop)
		url = server.URL()
	}
	pool, err := pgxpool.New(ctx, url)
	if err != nil {
		d.bad(failure, "database", "DATABASE_URL can't be used", "Name it as postgres://user:password@host:5432/name.")
		return false
	}
	d.closers = append(d.closers, func(context.Context) error { pool.Close(); return nil })
	asking, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	var number int
	var name string
	if err := pool.QueryRow(asking,
		`SELECT current_setting('server_version_num')::int, current_setting('server_version')`).Scan(&number, &name); err != nil {
		d.bad(
			failure, "database", "it does not answer: "+err.Error(), "Start Postgres, and check DATABASE_URL and the network between.",
		)
		return false
	}
	if number < 160000 {
		d.bad(failure, "database", "Postgres "+name+" is too old", "Use Postgres 16 or newer.")
		return false
	}
	d.ok("database", "Postgres %s answers.", name)
	d.b = &app.Base{Config: d.cfg, Log: d.log, Pool: pool, Catalog: catalog.New(), Projections: app.Projections(), Seams: d.seams}
	if !d.extensions(asking) || !d.migrated(asking) {
		return false
	}
	d.key(asking)
	if err := d.openStore(ctx); err != nil {
		d.bad(
			failure, "log", "it can't be read: "+err.Error(), "See whether the event store runs, and whether EVENTSTORE_URL leads to it.",
		)
		return false
	}
	return true
}

// key checks that the installation key is the one the database was filled with, without making one.
func (d *doctor) key(ctx context.Context) {
	var was []byte
	if err := d.b.Pool.QueryRow(ctx, `SELECT key_check, name::text FROM installation`).Scan(&was, &d.b.Installation); err != nil {
		d.bad(warning, "installation key", "the database belongs to no installation yet", "Start the server once: callup serve.")
		return
	}
	if !d.cfg.HasKey() {
		d.bad(failure, "installation key", d.cfg.KeySource()+" is missing, and the database was filled with one",
			"Put the key file back, or name it with CALLUP_KEY_FILE.")
		return
	}
	key, _, err := d.cfg.InstallationKey()
	if err != nil {
		d.bad(failure, "installation key", err.Error(), "Mend the file, or put back the copy you keep of it.")
		return
	}
	if d.cfg.Guessable() {
		d.bad(warning, "installation key", d.cfg.KeySource()+" is a key anybody could guess",
			"Production refuses it. Begin a new installation with a key of openssl rand -base64 32: what one key sealed no other opens.")
	}
	d.b.Key = key
	d.b.Keys, err = keyring.New(d.b.Pool, key, app.Now, catalog.ErrErased)
	var is []byte
	if err == nil {
		is, err = d.b.Keys.Derive("check")
	}
	switch {
	case err != nil:
		d.bad(failure, "installation key", err.Error(), "Put back the copy you keep of it.")
	case !hmac.Equal(is, was):
		d.bad(failure, "installation key", d.cfg.KeySource()+" is not the key this database was filled with",
			"Set CALLUP_KEY or CALLUP_KEY_FILE to that one.")
	default:
		d.ok("installation key", "%s is the key this database was filled with.", d.cfg.KeySource())
	}
}

// oldRates is the age from which a table of rates should be replaced.
const oldRates = 35 * 24 * time.Hour

func (d *doctor) exchangeRates() {
	table, err := rates.Default()
	where, do := "The table that ships with Callup", "Name a newer one with CALLUP_RATES_FILE."
	if d.cfg.RatesFile != "" {
		table, err = rates.FromFile(d.cfg.RatesFile)
		where, do = d.cfg.RatesFile, "Add today's rates to it; servers read it again by themselves."
	}
	if err != nil {
		d.bad(failure, "exchange rates", err.Error(), do)
		return
	}
	rate, err := table.Rate(money.USD, money.EUR, app.Now())
	if err != nil {
		d.bad(failure, "exchange rates", err.Error(), do)
		return
	}
	of, err := time.Parse(time.DateOnly, rate.Date)
	if err != nil || time.Since(of) > oldRates {
		d.bad(warning, "exchange rates", fmt.Sprintf("%s has rates of %s.", where, rate.Date), do)
		return
	}
	d.ok("exchange rates", "%s has rates of %s.", where, rate.Date)
}
