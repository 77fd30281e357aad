package sandbox

// Read parses a body whose signature was checked.
var Read = read

// Secrets are what webhooks are signed with.
func Secrets(s *Sandbox) []string { return s.secrets }

// AmountText and PageLanguage are how the page writes.
var (
	AmountText   = amountText
	PageLanguage = pageLanguage
)

// Languages are the texts of the page.
func Languages() map[string]texts { return languages }
