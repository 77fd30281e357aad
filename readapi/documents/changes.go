package documents

import "github.com/callup/callup/readapi/campaigns"

// changeLine is what a campaign asks for otherwise than when its first gift was paid, in words, and the day of it.
type changeLine struct {
	campaigns.Change
	Says, Day string
}

// newChangeLine says of a change what the web app's own page says.
func newChangeLine(lang string, w appTexts, c campaigns.Change, zone string) (line changeLine, err error) {
	figure := func(of int64, day string) (string, error) {
		switch {
		case c.What == "end_date" && day == "":
			return w.say("updates:changes.noDay")
		case c.What == "end_date":
			return plainDay(lang, day), nil
		case of == 0:
			return w.say("updates:changes.noGoal")
		case c.What == "goal":
			return amount(lang, of, c.Currency), nil
		default:
			return w.say("updates:changes.hours", "shown", quarters(lang, of))
		}
	}
	before, err := figure(c.Before, c.DayBefore)
	if err != nil {
		return line, err
	}
	after, err := figure(c.After, c.DayAfter)
	if err != nil {
		return line, err
	}
	says, err := w.say("updates:changes."+c.What, "before", before, "after", after)
	return changeLine{Change: c, Says: says, Day: longDay(lang, c.At, zone)}, err
}
