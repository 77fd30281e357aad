package commands_test

import "github.com/callup/callup/domain/ident"

const pageWords = `"kind":"nonprofit","name":"Mill","lang":"en"`

// pageOf is a page of somebody's.
func (l *life) pageOf(by ident.ID) ident.ID { return l.send(by, "create-page", `{`+pageWords+`}`) }

func createPageBodies(*matrix) (one, other string) {
	return `{` + pageWords + `}`, `{` + pageWords + `,"location":"Lyon"}`
}

// onPages are about two pages of somebody's.
func onPages(by ident.ID, m *matrix, more string) (one, other string) {
	body := func() string { return `{"page_id":"` + m.pageOf(by).String() + `"` + more + `}` }
	return body(), body()
}

func revisePageBodies(m *matrix) (one, other string) { return onPages(m.owner, m, `,`+pageWords) }
func changePageLogoBodies(m *matrix) (one, other string) {
	return onPages(m.owner, m, `,"upload":"one"`)
}
func closePageBodies(m *matrix) (one, other string)  { return onPages(m.owner, m, "") }
func verifyPageBodies(m *matrix) (one, other string) { return onPages(m.owner, m, `,"verified":true`) }
func followPageBodies(m *matrix) (one, other string) { return onPages(m.nobody(), m, "") }

func unfollowPageBodies(m *matrix) (one, other string) {
	one, other = onPages(m.nobody(), m, "")
	m.send(m.owner, "follow-page", one)
	m.send(m.owner, "follow-page", other)
	return one, other
}
