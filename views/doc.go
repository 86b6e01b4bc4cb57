// Package views draws screens: one screen struct in, the page's regions out.
// It decides nothing, and it knows only what a screen holds.
//
// A region is a part of a page with a stable id that can be replaced by
// itself while the page is open. Every page works without a script too: the
// document has all regions in place and every command is a plain form.
package views
