package readapi_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"strings"
	"testing"
)

// mostByPlace is how many columns an answer may read by their places: of more, two that change places go unnoticed.
const mostByPlace = 3

// Answers read their rows by the names of the columns (package rowscan).
func TestAnswers_ReadColumnsByName(t *testing.T) {
	t.Parallel()
	files := token.NewFileSet()
	err := fs.WalkDir(os.DirFS("."), ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(files, path, nil, 0)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(node ast.Node) bool {
			if n := byPlace(node); n > mostByPlace {
				t.Errorf("%s: %d columns are read by their places: give them names and read them with rowscan.Row",
					files.Position(node.Pos()), n)
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// byPlace is how many addresses Scan, append or a list of anything is given.
func byPlace(node ast.Node) (addresses int) {
	var among []ast.Expr
	switch node := node.(type) {
	case *ast.CallExpr:
		switch called := node.Fun.(type) {
		case *ast.SelectorExpr:
			if called.Sel.Name == "Scan" {
				among = node.Args
			}
		case *ast.Ident:
			if called.Name == "append" {
				among = node.Args
			}
		}
	case *ast.CompositeLit:
		if list, is := node.Type.(*ast.ArrayType); is {
			if of, is := list.Elt.(*ast.Ident); is && of.Name == "any" {
				among = node.Elts
			}
		}
	}
	for _, each := range among {
		if u, is := each.(*ast.UnaryExpr); is && u.Op == token.AND {
			addresses++
		}
	}
	return addresses
}

func TestByPlace_CountsAddresses(t *testing.T) {
	t.Parallel()
	for source, want := range map[string]int{
		`row.Scan(&a.B, &c, d)`:          2,
		`[]any{&a, &b, &c}`:              3,
		`append(f.targets(), &a, &b)`:    2,
		`row.Scan(append(t, &a, &b)...)`: 0, // the inner call has them
		`Item{&a, &b}`:                   0,
		`[]*int{&a, &b}`:                 0,
		`sum(&a, &b)`:                    0,
	} {
		expr, err := parser.ParseExpr(source)
		if err != nil {
			t.Fatal(err)
		}
		if got := byPlace(expr); got != want {
			t.Errorf("%s: %d, want %d", source, got, want)
		}
	}
}
