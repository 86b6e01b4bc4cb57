// Package chess knows the board: squares, sides, pieces, positions and how
// pieces move on it. It is pure, imports only the standard library, and knows
// nothing of questions, people or the house rules of a format.
package chess
