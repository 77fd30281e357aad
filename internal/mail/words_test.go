package mail

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/keyring"
	"github.com/callup/callup/internal/testing/testdb"
)

// Erasing a person deletes the mails that were written with their words, of any kind, and no others (issue 31).
func TestOutbox_ForgetsWithWhoseWordsAMailWasMade_Issue31(t *testing.T) {
	t.Parallel()
	pool := testdb.Pool(t)
	o, err := NewOutbox(pool, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	keys, err := keyring.New(pool, make([]byte, 32), time.Now, errors.New("erased"))
	if err != nil {
		t.Fatal(err)
	}
	author := func(name string) (ident.ID, string) {
		t.Helper()
		id := ident.Pair("member", name)
		if err := keys.Ensure(t.Context(), id, "member"); err != nil {
			t.Fatal(err)
		}
		sealed, err := keys.Seal(t.Context(), id, "title", name)
		if err != nil {
			t.Fatal(err)
		}
		return id, sealed
	}
	ada, adas := author("ada")
	bea, beas := author("bea")
	send := func(m Message, of ident.ID, sealed string) {
		t.Helper()
		ctx := keyring.Watch(t.Context())
		if _, err := keys.Open(ctx, of, "title", sealed); err != nil {
			t.Fatal(err)
		}
		if err := o.Send(ctx, m); err != nil {
			t.Fatal(err)
		}
	}
	all, tried := contents(), map[string]bool{}
	for _, content := range all {
		tried[strings.TrimPrefix(fmt.Sprintf("%T", content), "mail.")] = true
	}
	if kinds := declared(t); !maps.Equal(tried, kinds) {
		t.Errorf("the kinds are %v, and tried are %v", kinds, tried)
	}
	for i, content := range all {
		send(Message{Key: "ada" + strconv.Itoa(i), To: "cy@example.org", Lang: "en", Content: content}, ada, adas)
		send(Message{Key: "bea" + strconv.Itoa(i), To: "cy@example.org", Lang: "en", Content: content}, bea, beas)
	}
	// the mail that takes the place of one that waits is made of other words
	gathered := Message{Key: "g1", To: "cy@example.org", Lang: "en", Content: all[0], Gather: "g", At: time.Now()}
	send(gathered, ada, adas)
	gathered.Key, gathered.At = "g2", time.Now()
	send(gathered, bea, beas)
	for subject, want := range map[ident.ID]int64{ident.Pair("member", "cy"): 0, ada: int64(len(all)), bea: int64(len(all)) + 1} {
		if n, err := o.ForgetWords(t.Context(), []ident.ID{subject}); n != want || err != nil {
			t.Errorf("%d mails went, not %d: %v", n, want, err)
		}
	}
	if left, err := o.Recent(t.Context(), "", 10); len(left) > 0 || err != nil {
		t.Errorf("%d mails are left, %v", len(left), err)
	}
}

// ownAlone are the kinds that other packages than the reactors write. They hold nothing that anybody wrote, but for what their
// reader did, and are found by its address.
var ownAlone = map[string]bool{
	"Confirmation": true, "AlreadyRegistered": true, "PasswordReset": true, "PasswordChanged": true, "EmailOffered": true,
	"EmailTaken": true, "EmailAsked": true, "EmailChanged": true, "EmailRestored": true, "Leaving": true, "GuestData": true,
}

// Mails that quote others are written by reactors, which record the author of each text that they open, so that an erasure finds
// them. A new kind of mail that is written elsewhere fails this test (issue 31).
func TestContents_WithWordsOfOthersAreWrittenByReactors_Issue31(t *testing.T) {
	t.Parallel()
	kinds := declared(t)
	root := filepath.Join("..", "..")
	written := map[string]bool{}
	for _, of := range []string{"cmd", "commands", "internal", "readapi", "projections", "scripts"} {
		err := filepath.WalkDir(filepath.Join(root, of), func(folder string, entry fs.DirEntry, err error) error {
			if err != nil || !entry.IsDir() || filepath.Base(folder) == "testdata" {
				return err
			}
			for _, is := range literals(t, folder) {
				written[is] = written[is] || kinds[is]
				if inside := strings.Contains(folder, filepath.Join("commands", "reactors")); kinds[is] && inside == ownAlone[is] {
					t.Errorf("%s writes a mail.%s: what holds words of others is written by reactors, all else by others", folder, is)
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for kind := range kinds {
		if !written[kind] {
			t.Errorf("nobody writes a mail.%s", kind)
		}
	}
}

// declared are the kinds of mails: the types of this package with a method kind.
func declared(t *testing.T) map[string]bool {
	t.Helper()
	kinds := map[string]bool{}
	inspect(t, ".", func(n ast.Node) {
		if d, ok := n.(*ast.FuncDecl); ok && d.Name.Name == "kind" && d.Recv != nil {
			if of, ok := d.Recv.List[0].Type.(*ast.Ident); ok {
				kinds[of.Name] = true
			}
		}
	})
	if len(kinds) < 29 {
		t.Fatalf("%d kinds of mails", len(kinds))
	}
	return kinds
}

// literals are the values of types of package mail that the Go files of a folder make.
func literals(t *testing.T, folder string) (all []string) {
	t.Helper()
	inspect(t, folder, func(n ast.Node) {
		made, ok := n.(*ast.CompositeLit)
		if !ok {
			return
		}
		if is, ok := made.Type.(*ast.SelectorExpr); ok {
			if x, ok := is.X.(*ast.Ident); ok && x.Name == "mail" {
				all = append(all, is.Sel.Name)
			}
		}
	})
	return all
}

// inspect visits the Go files of a folder, tests left out.
func inspect(t *testing.T, folder string, visit func(ast.Node)) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(parsed, func(n ast.Node) bool {
			visit(n)
			return true
		})
	}
}
