package config

import (
	"encoding/base64"
	"errors"
	"fmt"
	"net"
	"net/mail"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/eventstore/kurrentdb/endpoint"
	"github.com/callup/callup/internal/auth/providers"
	mailserver "github.com/callup/callup/internal/mail/endpoint"
	"github.com/callup/callup/internal/media/s3"
	"github.com/callup/callup/internal/nearest"
	"github.com/callup/callup/internal/operator"
)

// setting is one row of the table in the README, and how its value is read.
type setting struct {
	Name string
	// Default is what an unset variable means; empty when that depends.
	Default string
	// Otherwise says in words what unset means when there is no Default.
	Otherwise string
	Meaning   string
	Example   string
	// Path says that the value is a file or folder. Load makes it absolute.
	Path bool
	// read checks a value and keeps it. Its error continues a sentence that
	// begins with the name, and never repeats a secret.
	read func(*Config, string) error
}

const (
	environment = "CALLUP_ENV"
	addr        = "CALLUP_ADDR"
	publicURL   = "CALLUP_PUBLIC_URL"
	demo        = "CALLUP_DEMO"
	key         = "CALLUP_KEY"
	keyFile     = "CALLUP_KEY_FILE"
	logFormat   = "CALLUP_LOG_FORMAT"
	review      = "CALLUP_REVIEW"
	collecting  = "CALLUP_MONEY"
	stopDelay   = "CALLUP_STOP_DELAY"

	operatorName  = "CALLUP_OPERATOR_NAME"
	operatorEmail = "CALLUP_OPERATOR_EMAIL"
	aboutFile     = "CALLUP_ABOUT_FILE"
	smtpURL       = "CALLUP_SMTP_URL"
	mailFrom      = "CALLUP_MAIL_FROM"
)

// productionStopDelay is twice what load balancers commonly leave between two looks at a server.
const productionStopDelay = 2 * time.Second

// Passwords of 128 characters must always be allowed, so a higher least length
// than this would be a mistake.
const (
	passwordFloor   = 6
	passwordCeiling = 64
)

// operatorLetters is the longest name of an operator that is still one line of a page.
const operatorLetters = 120

// maxGraceDays keeps an erasure within the month the law commonly gives for it (GDPR article 12(3)).
const maxGraceDays = 30

var settings = []setting{
	{
		Name: environment, Default: string(Development), Example: "production",
		Meaning: "`development` or `production`. Production refuses payments that move no money, guessable keys, an address without " +
			"https, and demo data.",
		read: func(c *Config, v string) error {
			c.Environment = Environment(v)
			return oneOf(v, string(Development), string(Production))
		},
	},
	{
		Name: addr, Default: "127.0.0.1:8080", Example: ":8080",
		Meaning: "Where the server listens, as host:port. Without a host it listens on every address of the machine; port 0 takes a " +
			"free one.",
		read: func(c *Config, v string) error {
			c.Addr = v
			return listenable(v)
		},
	},
	{
		Name: publicURL, Otherwise: "`http://` and the address it listens on", Example: "https://give.example.org",
		Meaning: "Where people reach Callup. Links in mails and the payment provider lead there.",
		read: func(c *Config, v string) (err error) {
			c.PublicURL, err = parsePublicURL(v)
			return err
		},
	},
	httpsBy, httpAddr, acmeDirectory,
	{
		Name: "CALLUP_DATA", Default: ".data", Example: "/var/lib/callup", Path: true,
		Meaning: "The folder for everything that lies in files: the embedded Postgres and the installation key.",
		read: func(c *Config, v string) error {
			c.Data = v
			if info, err := os.Stat(v); err == nil && !info.IsDir() {
				return fmt.Errorf("is %s, which is a file: name a folder", v)
			}
			return nil
		},
	},
	{
		Name: "DATABASE_URL", Otherwise: "the embedded Postgres", Example: "postgres://callup@db.internal/callup",
		Meaning: "A Postgres of version 16 or newer to use instead of the embedded one.",
		read: func(c *Config, v string) error {
			c.DatabaseURL = v
			if !strings.HasPrefix(v, "postgres://") && !strings.HasPrefix(v, "postgresql://") {
				return errors.New("must begin with postgres://")
			}
			if _, err := pgx.ParseConfig(v); err != nil {
				return errors.New("is no address of a Postgres database, like postgres://user:password@host:5432/name")
			}
			return nil
		},
	},
	{
		Name: "EVENTSTORE_URL", Otherwise: "the log is kept in the database", Example: "esdb+discover://kurrentdb.internal",
		Meaning: "A KurrentDB (EventStoreDB) of version 23.10 or newer that keeps the log: `esdb://` or `kurrentdb://` for one node " +
			"or a list of them, with `+discover` for a cluster under one name. `?prefix=` begins the names of its streams and ends " +
			"with a dot, its only one; `callup.` if nothing else is said.",
		read: func(c *Config, v string) error {
			c.EventStoreURL = v
			_, err := endpoint.Parse(v)
			return err
		},
	},
	{ //nolint:gosec // no key of anything
		Name: "S3_URL", Otherwise: "files in `media` in `CALLUP_DATA`",
		Example: "https://KEY:SECRET@s3.eu-west-3.amazonaws.com/callup-media",
		Meaning: "The bucket of an S3 store that keeps what people upload, as address of the store and name of the bucket, with a " +
			"folder after it if you like. Without key and secret those of `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY` are taken, " +
			"or of the machine's role; `?region=` names a region that the store does not tell. Needed where several servers run.",
		read: func(c *Config, v string) error {
			a, err := s3.Parse(v)
			c.Media = &a
			return err
		},
	},
	{
		Name: "NATS_URL", Otherwise: "through the database", Example: "nats://nats-1.internal:4222,nats://nats-2.internal:4222",
		Meaning: "How several processes tell each other what changed: over these NATS servers, instead of by the database's " +
			"`NOTIFY`. Nothing is lost while they are away.",
		read: func(c *Config, v string) error {
			c.NATSURL = v
			for server := range strings.SplitSeq(v, ",") {
				u, err := url.Parse(strings.TrimSpace(server))
				if err != nil || !slices.Contains([]string{"nats", "tls", "ws", "wss"}, u.Scheme) || u.Host == "" {
					return errors.New("must be addresses like nats://host:4222, separated by commas")
				}
			}
			return nil
		},
	},
	{
		Name: key, Otherwise: "the key in `CALLUP_KEY_FILE`", Example: "the output of `openssl rand -base64 32`",
		Meaning: "The installation key: 32 bytes in base64. Personal data in the log can be read with it and not without; keep a " +
			"copy apart from the backups of the database.",
		read: func(c *Config, v string) (err error) {
			c.key, err = decodeKey(v)
			return err
		},
	},
	{
		Name: keyFile, Otherwise: "`installation.key` in `CALLUP_DATA`", Example: "/run/secrets/callup.key", Path: true,
		Meaning: "A file with the installation key, readable by its owner alone. The one in `CALLUP_DATA` is made at the first start.",
		read: func(c *Config, v string) error {
			c.keyFile = v
			return checkKeyFile(v)
		},
	},
	{
		Name: demo, Otherwise: "`auto` in development with the sandbox, else `off`", Example: "off",
		Meaning: "`auto` fills a new, empty installation with demo data; `off` starts empty.",
		read: func(c *Config, v string) error {
			c.Demo = v == "auto"
			return oneOf(v, "auto", "off")
		},
	},
	{
		Name: "CALLUP_MAIN_CURRENCY", Default: string(money.EUR), Example: string(money.GBP),
		Meaning: "The currency of totals over several currencies: `EUR`, `USD` or `GBP`. The rates recorded with each gift lead to " +
			"it, so choose it before the first one.",
		read: func(c *Config, v string) error {
			c.MainCurrency = money.Currency(v)
			names := make([]string, 0, len(money.Currencies))
			for _, currency := range money.Currencies {
				names = append(names, string(currency))
			}
			return oneOf(v, names...)
		},
	},
	{
		Name: "CALLUP_RATES_FILE", Otherwise: "the dated table that ships with Callup", Example: "/etc/callup/rates.json", Path: true,
		Meaning: "A file with exchange rates.",
		read: func(c *Config, v string) error {
			c.RatesFile = v
			return readable(v)
		},
	},
	{
		Name: review, Otherwise: "`off` in development, `first` in production", Example: "all",
		Meaning: "Which campaigns wait for a moderator before they are public: `off`, none; `first`, those of members of whom none " +
			"was public yet; `all`, each. Moderators are named with `callup members`.",
		read: func(c *Config, v string) error {
			c.Review = Review(v)
			return oneOf(v, string(ReviewOff), string(ReviewFirst), string(ReviewAll))
		},
	},
	{
		Name: collecting, Otherwise: "`all` in development, `allowed` in production", Example: "all",
		Meaning: "Which campaigns may collect money: `allowed`, those that an administrator allowed to, at `/admin/review` or by " +
			"their page; `all`, each. Time and things need no permission.",
		read: func(c *Config, v string) error {
			c.Money = Collecting(v)
			return oneOf(v, string(CollectAllowed), string(CollectAll))
		},
	},
	{
		Name: "CALLUP_PLATFORM_FEE", Default: "0", Example: "0",
		Meaning: "What this installation keeps of what a campaign raises, in basis points. `0` is the only choice of this version: " +
			"nothing is kept.",
		read: func(c *Config, v string) error {
			if v != "0" {
				return fmt.Errorf("is %q, which this version does not offer yet: it must be 0", v)
			}
			c.PlatformFee = 0
			return nil
		},
	},
	{
		Name: operatorName, Otherwise: "nobody is named", Example: "Maison des associations de Lyon",
		Meaning: "Who runs this installation, as givers read it in the refund rule and in the terms.",
		read: func(c *Config, v string) error {
			c.OperatorName = v
			if len([]rune(v)) > operatorLetters {
				return fmt.Errorf("has more than %d letters", operatorLetters)
			}
			return nil
		},
	},
	{
		Name: operatorEmail, Otherwise: "givers are sent to their bank", Example: "help@give.example.org",
		Meaning: "The e-mail address at which givers ask whoever runs this installation, for a refund say, and to which messages " +
			"from `/contact` are mailed. It is public.",
		read: func(c *Config, v string) error {
			c.OperatorEmail = v
			return bareAddress(v)
		},
	},
	operatorAddress, receiptNote, timeZone,
	{
		Name: aboutFile, Otherwise: "office hours alone", Example: "/etc/callup/about.json", Path: true,
		Meaning: "A JSON file of what whoever runs this installation says of themselves: telephone, address, office hours, team and " +
			"links to careers, blog, press and community. The operators' guide shows one. What it leaves out is not shown.",
		read: func(c *Config, v string) (err error) {
			c.About, err = operator.FromFile(v)
			return err
		},
	},
	{
		Name: smtpURL, Otherwise: "mails are kept and not sent", Example: "smtps://mail.example.org",
		Meaning: "The mail server that takes what Callup sends: `smtp://` with STARTTLS, which it must offer (`?tls=off` for one on " +
			"your own network, without a password), or `smtps://`. " +
			"User and password stand before the host, `user:password@`, percent-encoded.",
		read: func(c *Config, v string) error {
			s, err := mailserver.Parse(v)
			c.SMTP = &s
			return err
		},
	},
	{
		Name: mailFrom, Otherwise: "needed with `CALLUP_SMTP_URL`", Example: "Callup <no-reply@give.example.org>",
		Meaning: "Whom mails are from: an address, with or without a name. The mail server must let you send as it.",
		read: func(c *Config, v string) error {
			a, err := mail.ParseAddress(v)
			if err != nil || len(v) > 200 {
				return fmt.Errorf("is %q and must be like Callup <no-reply@give.example.org>", v)
			}
			c.MailFrom = *a
			return nil
		},
	},
	{
		Name: "CALLUP_MAIL_REPLY_TO", Otherwise: "`CALLUP_OPERATOR_EMAIL`, else answers go to `CALLUP_MAIL_FROM`",
		Example: "help@give.example.org", Meaning: "The address to which people answer mails.",
		read: func(c *Config, v string) error {
			c.MailReplyTo = v
			return bareAddress(v)
		},
	},
	stripeKey, stripeKeyFile, stripeSecrets, stripeSecretsFile, stripeFees,
	signInWith("google", "https://accounts.google.com"),
	signInWith("facebook", "https://www.facebook.com"),
	signInWith("linkedin", "https://www.linkedin.com/oauth"),
	signInWith("microsoft", "https://login.microsoftonline.com/your-tenant-id/v2.0"),
	signInWith("discord", "https://discord.com"),
	{
		Name: "CALLUP_PASSWORD_MIN", Default: strconv.Itoa(passwordFloor), Example: "10",
		Meaning: fmt.Sprintf("The least number of characters of a member's password, %d to %d.", passwordFloor, passwordCeiling),
		read: func(c *Config, v string) error {
			n, err := strconv.Atoi(v)
			if err != nil || n < passwordFloor || n > passwordCeiling {
				return fmt.Errorf("is %q and must be a number from %d to %d", v, passwordFloor, passwordCeiling)
			}
			c.PasswordMin = n
			return nil
		},
	},
	{
		Name: "CALLUP_ERASURE_GRACE", Default: "14", Example: "30",
		Meaning: fmt.Sprintf("The days in which a request to be erased can be undone, 0 to %d. Then the person's key is destroyed, "+
			"and nothing brings it back.", maxGraceDays),
		read: func(c *Config, v string) error {
			n, err := strconv.Atoi(v)
			if err != nil || n < 0 || n > maxGraceDays {
				return fmt.Errorf("is %q and must be a number of days from 0 to %d", v, maxGraceDays)
			}
			c.ErasureGrace = time.Duration(n) * 24 * time.Hour
			return nil
		},
	},
	{
		Name: logFormat, Otherwise: "`text` in development, `json` in production", Example: "json",
		Meaning: "`text` for people: one line for each command that a person gives, and each failure. `json` for machines: one line " +
			"for each request and each command.",
		read: func(c *Config, v string) error {
			c.LogFormat = v
			return oneOf(v, "text", "json")
		},
	},
	{
		Name: "CALLUP_LOG_LEVEL", Default: "info", Example: "debug",
		Meaning: "The least important messages to log: `debug`, `info`, `warn` or `error`. In text, `debug` also shows every request " +
			"and the commands of reactors, timers and payment providers.",
		read: func(c *Config, v string) error {
			if err := oneOf(v, "debug", "info", "warn", "error"); err != nil {
				return err
			}
			return c.LogLevel.UnmarshalText([]byte(v))
		},
	},
	{
		Name: "CALLUP_RATE_LIMIT_FACTOR", Default: "1", Example: "20",
		Meaning: "Multiplies how much one address, or one member, may ask within a minute, signing up and in included, and how " +
			"many live connections one address may hold. Raise it for a day on which hundreds give from one network. How often one " +
			"account may be tried, and one recipient mailed, stays as it is. Each process counts for itself: behind a load " +
			"balancer, N processes together allow up to N times as much.",
		read: func(c *Config, v string) error {
			n, err := strconv.Atoi(v)
			if err != nil || n < 1 || n > 1_000_000 {
				return errors.New("must be a whole number of at least 1")
			}
			c.RateLimitFactor = n
			return nil
		},
	},
	uploadsDay, uploadsKept, uploadsTime,
	{
		Name: "CALLUP_TRUSTED_PROXIES", Otherwise: "none", Example: "10.0.0.0/8, 192.0.2.7",
		Meaning: "The networks of your reverse proxies, separated by commas. Only they are believed about whom they forward for.",
		read: func(c *Config, v string) (err error) {
			c.TrustedProxies, err = parseNetworks(v)
			return err
		},
	},
	{
		Name: "CALLUP_METRICS_ADDR", Example: "10.0.0.5:9464",
		Otherwise: "`/metrics` at `CALLUP_ADDR`, for this machine alone; in production nowhere",
		Meaning: "Where Prometheus reads `/metrics` (`/healthz` and `/readyz` are there too), as host:port. Whoever reaches it may " +
			"read it, so choose an address of your own network.",
		read: func(c *Config, v string) error {
			c.MetricsAddr = v
			return listenable(v)
		},
	},
	{
		Name: "CALLUP_READY_LAG", Default: "30s", Example: "2m",
		Meaning: "How far the read tables may be behind the log while `/readyz` says that the server is ready.",
		read: func(c *Config, v string) (err error) {
			if c.ReadyLag, err = time.ParseDuration(v); err != nil || c.ReadyLag < time.Second || c.ReadyLag > time.Hour {
				return fmt.Errorf("is %q and must be a time from 1s to 1h, like 30s", v)
			}
			return nil
		},
	},
	{
		Name: stopDelay, Otherwise: "`2s` in production, none in development", Example: "5s",
		Meaning: "How long the server goes on serving after it was told to stop, while `/readyz` already says no: longer than your " +
			"load balancer takes to notice. Then it takes 10 s at most to end what is under way.",
		read: func(c *Config, v string) (err error) {
			if c.StopDelay, err = time.ParseDuration(v); err != nil || c.StopDelay < 0 || c.StopDelay > time.Minute {
				return fmt.Errorf("is %q and must be a time from 0s to 1m, like 5s", v)
			}
			return nil
		},
	},
	tracesTo("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:4318",
		"The OpenTelemetry collector that is sent traces, over HTTP; the other `OTEL_` variables are obeyed too."),
	tracesTo("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "http://127.0.0.1:4318/v1/traces", "The same, as the full address for traces."),
	{
		Name: "OTEL_EXPORTER_OTLP_PROTOCOL", Otherwise: "`http/protobuf`", Example: "http/protobuf",
		Meaning: "How traces are sent: `http/protobuf` is the only choice.",
		read:    func(_ *Config, v string) error { return oneOf(v, "http/protobuf") },
	},
}

// tracesTo is a setting that switches traces on. What it says is read by the exporter.
func tracesTo(name, example, meaning string) setting {
	return setting{
		Name: name, Otherwise: "no traces", Example: example, Meaning: meaning,
		read: func(c *Config, v string) error {
			c.Traces = true
			if u, err := url.Parse(v); err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" {
				return fmt.Errorf("must be an address like %s", example)
			}
			return nil
		},
	}
}

func isSetting(name string) bool {
	return slices.ContainsFunc(settings, func(s setting) bool { return s.Name == name })
}

// Table is the settings as a Markdown table, for the README.
func Table() string {
	var table strings.Builder
	table.WriteString("| setting | when unset | what it does | example |\n|---|---|---|---|\n")
	for _, s := range settings {
		unset := s.Otherwise
		if s.Default != "" {
			unset = "`" + s.Default + "`"
		}
		example := s.Example
		if !strings.Contains(example, "`") {
			example = "`" + example + "`"
		}
		fmt.Fprintf(&table, "| `%s` | %s | %s | %s |\n", s.Name, unset, s.Meaning, example)
	}
	return table.String()
}

func listenable(addr string) error {
	_, port, err := net.SplitHostPort(addr)
	if err != nil {
		return fmt.Errorf("is %q and must be host:port, like 127.0.0.1:8080", addr)
	}
	if n, err := strconv.Atoi(port); err != nil || n < 0 || n > 65535 {
		return fmt.Errorf("has the port %q and must have one from 0 to 65535", port)
	}
	return nil
}

// bareAddress refuses what is no e-mail address by itself.
func bareAddress(v string) error {
	if a, err := mail.ParseAddress(v); err != nil || a.Address != v || !strings.Contains(v, ".") {
		return fmt.Errorf("is %q, which is no e-mail address", v)
	}
	return nil
}

func oneOf(value string, allowed ...string) error {
	if slices.Contains(allowed, value) {
		return nil
	}
	return fmt.Errorf("is %q and must be %s", value, strings.Join(allowed, " or "))
}

func parsePublicURL(value string) (*url.URL, error) {
	address, err := url.Parse(value)
	if err != nil || (address.Scheme != "http" && address.Scheme != "https") || address.Host == "" {
		return nil, fmt.Errorf("is %q and must be an address like https://give.example.org", value)
	}
	address.Path = strings.TrimSuffix(address.Path, "/")
	if address.Path != "" || address.RawQuery != "" || address.Fragment != "" || address.User != nil {
		return nil, fmt.Errorf("is %q and must be a scheme and a host alone, like %s://%s", value, address.Scheme, address.Host)
	}
	return address, nil
}

func parseNetworks(value string) ([]netip.Prefix, error) {
	var networks []netip.Prefix
	for part := range strings.SplitSeq(value, ",") {
		part = strings.TrimSpace(part)
		network, err := netip.ParsePrefix(part)
		if err != nil {
			address, err := netip.ParseAddr(part)
			if err != nil {
				return nil, fmt.Errorf("has %q, which is neither a network like 10.0.0.0/8 nor an address", part)
			}
			network = netip.PrefixFrom(address, address.BitLen())
		}
		networks = append(networks, network.Masked())
	}
	return networks, nil
}

func decodeKey(value string) ([]byte, error) {
	decoded, err := base64.StdEncoding.DecodeString(value)
	if err != nil || len(decoded) != KeySize {
		return nil, fmt.Errorf("must be %d bytes in base64: make it with openssl rand -base64 %d", KeySize, KeySize)
	}
	return decoded, nil
}

func readable(path string) error {
	file, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("names a file that cannot be read: %w", err)
	}
	defer func() { _ = file.Close() }()
	if info, err := file.Stat(); err != nil || info.IsDir() {
		return fmt.Errorf("is %s, which is no file", path)
	}
	return nil
}

// suggestion names the setting a misspelt one is closest to.
func suggestion(name string) string {
	names := make([]string, len(settings))
	for i, s := range settings {
		names[i] = s.Name
	}
	if best := nearest.Name(name, names); best != "" {
		return ": did you mean " + best + "?"
	}
	return ""
}

func defaultKeyFile(data string) string { return filepath.Join(data, "installation.key") }

// signInWith is the setting of a provider that people may sign in with.
func signInWith(name, address string) setting {
	scheme, rest, _ := strings.Cut(address, "://")
	return setting{
		Name: "CALLUP_SIGN_IN_" + strings.ToUpper(name), Otherwise: "nobody signs in with it",
		Example: scheme + "://client-id:secret@" + rest,
		Meaning: "Client id and secret, percent-encoded, before the address of " + providers.Called[name] +
			": people may sign in with it. The operators' guide tells where to register.",
		read: func(c *Config, v string) error {
			p, err := providers.Parse(name, v)
			c.Providers = append(c.Providers, p)
			return err
		},
	}
}
