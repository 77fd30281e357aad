// Package readmodel is the shape of the read tables: one Go struct a table, whose db tags are its columns, in one file an
// area. Projections write them, the read API and the audit read them.
//
// A query names a table in braces: {campaigns} stands for the table in the schema of the build now live.
package readmodel
