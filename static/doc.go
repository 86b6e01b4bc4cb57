// Package static holds what browsers load beside the pages: style sheets, the
// scripts that keep a page current, and the icon. Everything is embedded and
// addressed by its content, so that a browser may keep it for ever.
package static
