// Package nearest finds the name that a misspelt one was meant to be.
package nearest

import "strings"

// Name returns the known name that is closest to a given one, or "" when none is close: the only one that begins with it,
// or the one with the fewest letters to add, drop or change, about a third of its letters at most.
func Name(given string, known []string) string {
	most := max(1, len(given)/3-1)
	if len(given) > 3 {
		most = max(2, most) // two letters in each other's places are two changes
	}
	best, least := "", most+1
	var longer []string
	for _, name := range known {
		if d := editDistance(given, name); d < least {
			best, least = name, d
		}
		if given != "" && strings.HasPrefix(name, given) {
			longer = append(longer, name)
		}
	}
	if len(longer) == 1 {
		return longer[0]
	}
	return best
}

// editDistance counts the letters to add, drop or change (Levenshtein 1966).
func editDistance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			diagonal, row[j+1] = row[j+1], min(row[j+1]+1, row[j]+1, diagonal+cost)
		}
	}
	return row[len(b)]
}
