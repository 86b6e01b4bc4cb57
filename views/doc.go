// Package views draws screens: one screen struct in, the page's regions out.
// It decides nothing, and it knows only what a screen holds.
//
// A region is a part of a page with a stable id that can be replaced by
// itself while the page is open, and so can the parts that a large region has,
// as the squares of a board. Every page works without a script too: the document
// has all regions in place and every command is a plain form.
//
// Most of a page is as it was before a call. So a region may tell what it is drawn
// from, and pieces that were drawn from the same before are kept (Kept).
package views
