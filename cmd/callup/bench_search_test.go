package main

import (
	"fmt"
	"log/slog"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/app"
	"github.com/callup/callup/internal/testing/bench"
	"github.com/callup/callup/projections/projector"
	"github.com/callup/callup/projections/readmodel"
	"github.com/callup/callup/readapi/read"
	"github.com/callup/callup/readapi/search"
)

// searched is how many documents are searched: 60 % posts, 30 % campaigns, 10 % pages.
const searched = 100_000

// benchWord is one of 40,000 words; few of them are in most texts, as in any language.
func benchWord(r *rand.Rand) string {
	u := r.Float64()
	n := int(40_000 * u * u * u)
	const consonants, vowels = "bcdfglmnprstvz", "aeiou"
	var b strings.Builder
	for range 3 {
		b.WriteByte(consonants[n%len(consonants)])
		n /= len(consonants)
		b.WriteByte(vowels[n%len(vowels)])
		n = n/len(vowels) + 7*b.Len()
	}
	return b.String() + string(consonants[n%len(consonants)])
}

func benchWords(r *rand.Rand, n int) []string {
	words := make([]string, n)
	for i := range words {
		words[i] = benchWord(r)
	}
	return words
}

// fillSearch puts documents into the tables that are searched, as their folds write them.
func fillSearch(b *testing.B, s *app.Services, resolver *readmodel.Resolver) {
	b.Helper()
	run := func(sql string, args ...any) {
		full, err := resolver.Expand(b.Context(), sql)
		if err == nil {
			_, err = s.Pool.Exec(b.Context(), full, args...)
		}
		if err != nil {
			b.Fatal(err)
		}
	}
	r := rand.New(rand.NewPCG(1, 2)) // the same documents each time
	now := time.Now()
	const batch = 1000
	for from := 0; from < searched; from += batch {
		ids, kinds := make([]ident.ID, batch), make([]string, batch)
		titles, texts, moments := make([]string, batch), make([]string, batch), make([]time.Time, batch)
		for i := range batch {
			kind, title, length := readmodel.FoundPost, "", 60
			switch n := (from + i) % 10; {
			case n < 3:
				kind, title, length = readmodel.FoundCampaign, strings.Join(benchWords(r, 7), " "), 40
			case n == 3:
				kind, title, length = readmodel.FoundPage, strings.Join(benchWords(r, 3), " "), 80
			}
			ids[i], kinds[i], titles[i] = ident.Pair("bench search", fmt.Sprint(from+i)), kind, title
			texts[i], moments[i] = strings.Join(benchWords(r, length), " "), now.Add(-time.Duration(from+i)*time.Minute)
		}
		run(`INSERT INTO {search_documents} (id, kind, page, subject, status, suspended, title, text, title_words, words, standing, at)
			SELECT id, kind, '00000000-0000-0000-0000-000000000000', id,
				CASE kind WHEN 'campaign' THEN 'active' ELSE 'open' END, false, title, text,
				CASE WHEN title = '' THEN '{}' ELSE (SELECT array_agg(DISTINCT w) FROM unnest(string_to_array(title, ' ')) w) END,
				(SELECT array_agg(DISTINCT w) FROM unnest(string_to_array(trim(title || ' ' || text), ' ')) w), 0, at
			FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::timestamptz[]) d(id, kind, title, text, at)`,
			ids, kinds, titles, texts, moments)
	}
	run(`DELETE FROM {search_words}`)
	run(`INSERT INTO {search_words} (word, documents)
		SELECT word, count(*) FROM {search_documents}, unnest(words) word GROUP BY word`)
	for _, table := range []string{"{search_documents}", "{search_words}"} {
		run("ANALYZE " + table)
	}
}

// typed is what people type: a word from its second letter on, two words, and words with a wrong letter.
func typed(r *rand.Rand) string {
	word := benchWord(r)
	switch r.IntN(6) {
	case 0:
		return word[:2+r.IntN(2)]
	case 1:
		return word[:4]
	case 2:
		return benchWord(r) + " " + word[:3]
	case 3:
		at := 1 + r.IntN(len(word)-2)
		return word[:at] + string(word[at+1]) + string(word[at]) + word[at+2:]
	case 4:
		at := 1 + r.IntN(len(word)-1)
		return word[:at] + "x" + word[at+1:]
	}
	return word
}

// BenchmarkSearch: the 99th percentile of a search of a member's among 100,000 documents, with four readers at once.
func BenchmarkSearch(b *testing.B) {
	p := bench.NewPostgres(b)
	db, drop := p.Fresh(b)
	defer drop()
	s := filled(b, db, 0)
	if err := projector.NewBuilder(s.ProjectionConfig(nil)).EnsureLive(b.Context(), s.Projections); err != nil {
		b.Fatal(err)
	}
	tables, versions := projector.Versions(s.Projections)
	resolver := readmodel.NewResolver(s.Pool, tables, versions, time.Now, slog.New(slog.DiscardHandler))
	fillSearch(b, s, resolver)
	db.Settle(b)
	service := read.New(read.Config{Pool: s.Pool, Resolver: resolver, Clock: time.Now})
	viewer := read.Viewer{Member: ident.Pair("bench", "reader")}
	const readers, searches = 4, 500
	var mu sync.Mutex
	var took []time.Duration
	var group sync.WaitGroup
	for reader := range readers {
		group.Go(func() {
			r := rand.New(rand.NewPCG(uint64(reader), 7)) // the same words each time
			for n := range searches {
				words := typed(r)
				began := time.Now()
				if _, err := search.Search.Answer(b.Context(), service, viewer, search.Input{Words: words, Limit: 5}); err != nil {
					b.Error(err)
					return
				}
				if n >= 20 { // the first ones warm up
					mu.Lock()
					took = append(took, time.Since(began))
					mu.Unlock()
				}
			}
		})
	}
	group.Wait()
	slices.Sort(took)
	if len(took) == 0 {
		b.Fatal("nothing was searched")
	}
	b.Logf("median %.1f ms of %d", ms(took[len(took)/2]), len(took))
	bench.Tell(b, "search among 100,000 documents, 4 readers, p99", ms(took[len(took)*99/100]), "ms", 50)
}
