// Package assembled puts a page together from what its stream sends, as the
// script of a page does in a browser. Tests and the load test use it to prove that
// every page is what a new join gets.
package assembled
