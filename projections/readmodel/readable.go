package readmodel

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// The words that a statement writes after the name of a table, as in {posts:readable}. Which words a table has stands in
// visibility.
const (
	Readable = "readable" // the rows that the viewer may read
	Masked   = "masked"   // all rows, but what the viewer may not read of them is empty
	Hidden   = "hidden"   // the rows of members with a block between them and the viewer
	Own      = "own"      // the viewer's own rows
	Shown    = "shown"    // the rows that members show on their pages to the viewer
)

// Reasons are why a statement may read all rows of a table that has a Readable, each under the word that the statement writes in
// its place, as in {posts:lookup}. There are at most ten, listed in docs/decisions/0091.
var Reasons = map[string]string{
	"lookup":    "it finds the members and things that a changed row concerns; no viewer sees the rows",
	"counted":   "it only counts rows, or asks whether there is one",
	"moderated": "the staff reads reports and messages regardless of blocks",
	"told":      "a member keeps a notice when its subject is hidden later",
	"unnamed":   "it names nobody",
	"indexed":   "search results are read again with readable before a viewer sees them",
}

// visibility is what a table's words stand for: the conditions of a row r.
type visibility struct {
	readable, hidden, own, shown string

	masked string // the columns, in place of all
	bare   bool   // all rows may be read without a reason
}

// SQL for the members with a block between them and the viewer, and for rows of other members. {blocked} depends on no row, so
// that Postgres looks it up once. It is compared with @>: of <> ALL, Postgres believes that it leaves next to no rows where
// one member wrote most of them, and reads them all. A viewer without blocks reads no hidden rows.
const (
	blockedSQL = `(ARRAY(SELECT b.blocked FROM {member_blocks} b WHERE b.member = {viewer}
		UNION ALL SELECT b.member FROM {member_blocks} b WHERE b.blocked = {viewer}))`
	unblocked   = `NOT {blocked} @> ARRAY[r.member]`
	byBlocked   = `r.member = ANY {blocked} AND cardinality({blocked}) > 0`
	byViewer    = `r.member = {viewer}`
	ofOpenPage  = `EXISTS (SELECT FROM {pages} g WHERE g.id = r.page AND g.closed_at IS NULL)`
	belowShown  = `EXISTS (SELECT FROM {posts:readable} o WHERE o.id = r.post)`
	pageIsOpen  = `(SELECT g.closed_at IS NULL FROM {pages} g WHERE g.id = r.page)`
	ofReadable  = `EXISTS (SELECT FROM {campaigns:readable} c WHERE c.id = r.campaign)`
	commentGone = `(r.text = '' OR {blocked} @> ARRAY[r.member])`
)

// SQL for the viewer's subject, for what was sent to their address, and for what belongs to campaigns that they run or own.
const (
	viewersSubject  = `SELECT m.subject FROM {members} m WHERE m.id = {viewer}`
	toViewer        = `r.address = (SELECT lower(m.email) FROM {members} m WHERE m.id = {viewer} AND m.email <> '')`
	ownedByViewer   = `EXISTS (SELECT FROM {campaign_team} t WHERE t.campaign = r.campaign AND t.member = {viewer} AND t.owns)`
	toShiftOfViewer = `EXISTS (SELECT FROM {shifts} s JOIN {campaign_team} t ON t.campaign = s.campaign AND t.member = {viewer}
		WHERE s.id = r.shift)`
)

// onPageIf is SQL for rows of members whose pages the viewer can open, and who show such rows there.
func onPageIf(shows string) string {
	return `EXISTS (SELECT FROM {members:shown} m WHERE m.id = r.member AND m.` + shows + `)`
}

// sidesOfViewer is SQL for the sides for which the viewer reads and writes messages: themselves, pages that they edit and
// campaigns that they run.
const sidesOfViewer = `SELECT {viewer} AS side UNION ALL SELECT g.id FROM {pages} g WHERE g.owner = {viewer}
	UNION ALL SELECT e.page FROM {page_editors} e WHERE e.member = {viewer}
	UNION ALL SELECT t.campaign FROM {campaign_team} t WHERE t.member = {viewer}`

func runByViewer(campaign string) string {
	return `EXISTS (SELECT FROM {campaign_team} t WHERE t.campaign = ` + campaign + ` AND t.member = {viewer})`
}

// visible are the tables that hold what one person wrote or did and others read, each with who may read what of it. A statement
// names none of them without a word, unless it may be bare.
var visible = map[string]visibility{
	// A block with its author hides a member's post. A page's post is readable by all while the page is open, and shows no author.
	// Deleted and removed posts have no row.
	Posts: {
		readable: `(r.page <> {nobody} OR ` + unblocked + `) AND (r.page = {nobody} OR ` + pageIsOpen + `)`,
		hidden:   `r.page = {nobody} AND ` + byBlocked,
		own:      byViewer,
	},
	PagePublications: {readable: ofOpenPage},
	// A comment is read where its post is. One that was deleted or removed, or whose author was erased, has no text. Masked are
	// the comments below what the viewer reads: one that they don't read stands there without words, for the replies to it.
	Comments: {
		readable: `r.text <> '' AND ` + unblocked + ` AND ` + belowShown,
		masked: `r.id, r.post, r.parent, CASE WHEN ` + commentGone + ` THEN {nobody} ELSE r.member END AS member,
			CASE WHEN ` + commentGone + ` THEN '' ELSE r.text END AS text, r.lang, r.written_at, r.edited_at, r.likes
			FROM {comments} r WHERE ` + belowShown,
		hidden: byBlocked,
		own:    byViewer,
	},
	// A reaction is read where the post or the comment is.
	Reactions: {
		readable: unblocked + ` AND EXISTS (SELECT FROM (SELECT o.id FROM {posts:readable} o
			UNION ALL SELECT c.id FROM {comments:readable} c) x WHERE x.id = r.thing)`,
		hidden: byBlocked,
		own:    byViewer,
	},
	// What everybody may see of a campaign that is public, its team and the staff see of every other.
	Campaigns: {readable: `({staff} OR r.status IN ('active', 'paused', 'completed') OR ` + runByViewer("r.id") + `)`, bare: true},
	// An update for supporters is read by those who run the campaign, who gave to it, or whose pledge to it was accepted.
	CampaignUpdates: {
		readable: `(r.audience = 'public' OR {staff} OR r.campaign = ANY (ARRAY(
			SELECT t.campaign FROM {campaign_team} t WHERE t.member = {viewer}
			UNION ALL SELECT s.campaign FROM {campaign_supporters:own} s WHERE s.state = 'listed' AND s.status <> 'pledged')))
			AND ` + ofReadable,
	},
	// Anonymous contributions have no name in their rows. The team reads those on their way and given back, too.
	Supporters: {
		readable: `(r.state = 'listed' AND ` + ofReadable + ` OR ` + runByViewer("r.campaign") + `)`,
		own:      `r.supporter = (` + viewersSubject + `)`,
	},
	CampaignTeam:        {readable: runByViewer("r.campaign"), own: byViewer, shown: onPageIf("shows_campaigns")},
	CampaignInvitations: {readable: ownedByViewer, own: toViewer},
	CampaignFollowers:   {own: byViewer, shown: onPageIf("shows_following")},
	// Time and things that were offered without a name, or did not come to anything, are on nobody's page.
	Pledges: {
		readable: runByViewer("r.campaign"),
		own:      byViewer,
		shown:    `NOT r.anonymous AND r.status IN ('completed', 'received', 'returned') AND ` + onPageIf("shows_given"),
	},
	ShiftAttendees: {readable: toShiftOfViewer, own: byViewer},
	PageFollowers:  {readable: ofOpenPage, own: byViewer, shown: onPageIf("shows_following")},
	PageEditors: {
		readable: `EXISTS (SELECT FROM {pages} g WHERE g.id = r.page AND (g.owner = {viewer}
			OR EXISTS (SELECT FROM {page_editors} e WHERE e.page = g.id AND e.member = {viewer})))`,
		own:   byViewer,
		shown: onPageIf("shows_pages"),
	},
	PageInvitations: {readable: `EXISTS (SELECT FROM {pages} g WHERE g.id = r.page AND g.owner = {viewer})`, own: toViewer},
	Inquiries:       {},
	// The author reads why a moderator removed something, and members read the reports that they filed.
	Removals: {own: byViewer},
	Reports:  {own: byViewer},
	Reported: {},
	// A thread is read by the members of its sides, each of whom sees what their side does. One that they declined, or with a member
	// whom they block, is not there. What is withheld is read by the side that wrote it.
	ThreadSides: {
		readable: `r.side = ANY (ARRAY(` + sidesOfViewer + `)) AND r.messages > 0 AND NOT r.declined
			AND NOT (r.side = {viewer} AND r.other = ANY (ARRAY(SELECT b.blocked FROM {member_blocks} b WHERE b.member = {viewer})))`,
		own: `r.side = {viewer}`,
	},
	ThreadMessages: {
		readable: `EXISTS (SELECT FROM {thread_sides:readable} s WHERE s.thread = r.thread AND (NOT r.withheld OR s.side = r.side))`,
	},
	ThreadChoices: {own: byViewer},
	// A block is visible to the member who made it.
	MemberBlocks: {own: byViewer},
	// The index of the search holds the words of posts.
	SearchDocuments: {},
	Members: {
		readable: `NOT {blocked} @> ARRAY[r.id]`,
		hidden:   `r.id = ANY {blocked} AND cardinality({blocked}) > 0`,
		// Whoever hides their name or is erased has a page for nobody but themselves. So have two with a block between them, for
		// one another.
		shown: `r.email <> '' AND (r.id = {viewer} OR r.shows_name AND NOT {blocked} @> ARRAY[r.id])`,
		bare:  true,
	},
}

// constants are the names in braces that stand for a value. The viewer and whether they are of the staff are the last two
// arguments of a statement that names them.
var constants = map[string]string{
	"nobody": `'00000000-0000-0000-0000-000000000000'::uuid`, "viewer": "{viewer}", "staff": "{staff}",
}

// Parsed is SQL with its words replaced. Its tables are still in braces, for Resolver.Expand.
type Parsed struct {
	SQL    string
	Tables []string // all that it reads
	Named  []string // those among them that it names itself, and not by a word
	Viewer bool     // it takes the viewer as its last argument but for Staff
	Staff  bool     // it takes whether the viewer is of the staff as its last argument
	Faults []string // what is wrong with it: it may not run
	Why    []string // the words of Reasons that it writes
}

var (
	names     = regexp.MustCompile(`\{([a-z_]+)(?::([a-z_]+))?\}`)
	arguments = regexp.MustCompile(`\$(\d+)`)
)

// ParseSQL replaces the words of SQL. A table that holds what people wrote or did and has no word is a fault.
func ParseSQL(sql string) Parsed {
	var p Parsed
	p.SQL = p.replace(sql, true)
	last := 0
	for _, found := range arguments.FindAllStringSubmatch(sql, -1) {
		n, _ := strconv.Atoi(found[1])
		last = max(last, n)
	}
	for name, is := range map[string]*bool{"{viewer}": &p.Viewer, "{staff}": &p.Staff} {
		*is = strings.Contains(p.SQL, name)
	}
	if p.Viewer {
		last++
		p.SQL = strings.ReplaceAll(p.SQL, "{viewer}", fmt.Sprintf("$%d::uuid", last))
	}
	if p.Staff {
		last++
		p.SQL = strings.ReplaceAll(p.SQL, "{staff}", fmt.Sprintf("$%d::boolean", last))
	}
	for _, all := range []*[]string{&p.Tables, &p.Named, &p.Faults, &p.Why} {
		slices.Sort(*all)
		*all = slices.Compact(*all)
	}
	return p
}

// replace fills in words and constants; named says that the SQL is the statement's own, not what a word stands for.
func (p *Parsed) replace(sql string, named bool) string {
	return names.ReplaceAllStringFunc(sql, func(text string) string {
		found := names.FindStringSubmatch(text)
		name, word := found[1], found[2]
		if value, is := constants[name]; is && word == "" {
			if value == text {
				return text
			}
			return p.replace(value, false)
		}
		if name == "blocked" && !named {
			return p.replace(blockedSQL, false)
		}
		p.Tables = append(p.Tables, name)
		if named {
			p.Named = append(p.Named, name)
		}
		table := "{" + name + "}"
		rule, guarded := visible[name]
		guarded = guarded && !rule.bare
		rows := rule.rows(table, word)
		_, excused := Reasons[word]
		switch {
		case rows != "":
			return p.replace(rows, false)
		case guarded && word == "" && named:
			p.Faults = append(p.Faults, fmt.Sprintf("%s reads rows of people for every viewer: write one of %s after it, "+
				"as in {%s:%s}, or a reason", table, rule.words(), name, Readable))
		case guarded && excused:
			p.Why = append(p.Why, word)
		case word != "":
			p.Faults = append(p.Faults, fmt.Sprintf("%s has no word %q: it has %s", table, word, rule.words()))
		}
		return table
	})
}

// rows is SQL for the rows of a table that a word stands for; empty where it has no such word.
func (v visibility) rows(table, word string) string {
	condition := map[string]string{Readable: v.readable, Hidden: v.hidden, Own: v.own, Shown: v.shown}[word]
	switch {
	case word == Masked && v.masked != "":
		return "(SELECT " + v.masked + ")"
	case condition == "":
		return ""
	}
	return "(SELECT * FROM " + table + " r WHERE " + condition + ")"
}

// words returns the words that a table has.
func (v visibility) words() (all []string) {
	for _, word := range []string{Readable, Masked, Hidden, Own, Shown} {
		if v.rows("", word) != "" {
			all = append(all, word)
		}
	}
	return all
}

// Words are the words of each table that has any.
func Words() map[string][]string {
	all := map[string][]string{}
	for table, rule := range visible {
		all[table] = rule.words()
	}
	return all
}
