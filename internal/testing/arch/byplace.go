package arch

import (
	"fmt"
	"go/ast"
	"go/token"
	"path"
	"reflect"
	"strconv"
	"strings"
)

// mostByPlace is how many columns a row may be read from by their places: of more, two that change places go unnoticed.
const mostByPlace = 3

// byName are the places that may hand on a list of targets, with the reasons. Each is a function that makes the list from the
// columns themselves.
var byName = map[string]string{
	"internal/rowscan/rowscan.go Each": "it is what reads by name: the targets are found by the columns' names",
	"internal/rowscan/rowscan.go Into": "it is what reads by name: the targets are found by the columns' names",
	"projections/projector/sql.go scan": "a read table's columns are asked for by the very list of which the targets are made, some " +
		"ten thousand rows a second",
}

// File is a parsed Go file, its path below the module.
type File struct {
	Path string
	Tree *ast.File
}

// ByPlace finds where files read more than three columns by their places: calls of Scan, pgx.ForEachRow and
// pgx.RowToStructByPos. A list of targets that is not written out in the call counts as too long: nobody sees how long it is.
// Unused are the allowed places that no longer are any.
func ByPlace(files []File, at func(token.Pos) string) (found, unused []string) {
	shapes := structsOf(files)
	allowed := map[string]bool{}
	for _, file := range files {
		if ast.IsGenerated(file.Tree) {
			continue
		}
		for _, decl := range file.Tree.Decls {
			place := file.Path
			if f, is := decl.(*ast.FuncDecl); is {
				place += " " + f.Name.Name
			}
			ast.Inspect(decl, func(node ast.Node) bool {
				what := shapes.byPlace(file, node)
				switch _, may := byName[place]; {
				case what == "":
				case may:
					allowed[place] = true
				default:
					found = append(found, fmt.Sprintf("%s: %s by their places: give them names and read them with rowscan",
						at(node.Pos()), what))
				}
				return true
			})
		}
	}
	for place := range byName {
		if !allowed[place] {
			unused = append(unused, place)
		}
	}
	return found, unused
}

// byPlace says what a node reads by place, or "".
func (s structs) byPlace(file File, node ast.Node) string {
	switch node := node.(type) {
	case *ast.CallExpr:
		switch {
		case named(node.Fun, "Scan") && node.Ellipsis.IsValid():
			return "a list of targets is read"
		case named(node.Fun, "Scan") && len(node.Args) > mostByPlace:
			return fmt.Sprintf("%d columns are read", len(node.Args))
		case named(node.Fun, "ForEachRow") && len(node.Args) > 1:
			list, written := node.Args[1].(*ast.CompositeLit)
			if !written {
				return "a list of targets is read"
			}
			if len(list.Elts) > mostByPlace {
				return fmt.Sprintf("%d columns are read", len(list.Elts))
			}
		}
	case *ast.IndexExpr:
		if named(node.X, "RowToStructByPos") || named(node.X, "RowToAddrOfStructByPos") {
			if n := s.columns(file, node.Index); n > mostByPlace {
				return "a struct's fields are read"
			}
		}
	}
	return ""
}

// named tells that what is called has a name, of a package, a value or its own, whatever types it is given.
func named(called ast.Expr, name string) bool {
	switch called := called.(type) {
	case *ast.SelectorExpr:
		return called.Sel.Name == name
	case *ast.Ident:
		return called.Name == name
	case *ast.ParenExpr:
		return named(called.X, name)
	case *ast.IndexExpr:
		return named(called.X, name)
	}
	return false
}

// structs are the struct types by their name, within their file and within the folder of their package. Of several, as
// functions have, the one with the most fields counts.
type structs map[string]shape

type shape struct {
	file File
	of   *ast.StructType
}

// unknown is how many columns a struct has that is not found in the tree: too many.
const unknown = mostByPlace + 1

func structsOf(files []File) structs {
	all := structs{}
	for _, file := range files {
		ast.Inspect(file.Tree, func(node ast.Node) bool {
			spec, is := node.(*ast.TypeSpec)
			if !is {
				return true
			}
			of, is := spec.Type.(*ast.StructType)
			for _, within := range []string{file.Path, path.Dir(file.Path)} {
				key := within + "." + spec.Name.Name
				if is && (all[key].of == nil || len(of.Fields.List) > len(all[key].of.Fields.List)) {
					all[key] = shape{file, of}
				}
			}
			return true
		})
	}
	return all
}

// columns is how many columns a struct is filled from.
func (s structs) columns(file File, of ast.Expr) int {
	switch of := of.(type) {
	case *ast.StructType:
		return s.fields(file, of)
	case *ast.Ident:
		if _, is := s[file.Path+"."+of.Name]; is {
			return s.known(file.Path, of.Name)
		}
		return s.known(path.Dir(file.Path), of.Name)
	case *ast.SelectorExpr:
		if from, is := of.X.(*ast.Ident); is {
			return s.known(folderOf(file, from.Name), of.Sel.Name)
		}
	}
	return unknown
}

func (s structs) known(within, name string) int {
	if of, is := s[within+"."+name]; is {
		return s.fields(of.file, of.of)
	}
	return unknown
}

func (s structs) fields(file File, of *ast.StructType) (n int) {
	for _, field := range of.Fields.List {
		switch {
		case field.Tag != nil && skipped(field.Tag.Value):
		case len(field.Names) == 0: // embedded: its fields are the struct's own
			n += s.columns(file, field.Type)
		default:
			n += len(field.Names)
		}
	}
	return n
}

func skipped(tag string) bool {
	plain, err := strconv.Unquote(tag)
	return err == nil && reflect.StructTag(plain).Get("db") == "-"
}

// folderOf is the folder of an imported package of the module.
func folderOf(file File, name string) string {
	for _, imported := range file.Tree.Imports {
		at, err := strconv.Unquote(imported.Path.Value)
		if err != nil {
			continue
		}
		as := path.Base(at)
		if imported.Name != nil {
			as = imported.Name.Name
		}
		if as == name {
			return strings.TrimPrefix(at, "github.com/callup/callup/")
		}
	}
	return ""
}
