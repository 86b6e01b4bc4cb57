package exchange

import (
	"bytes"
	"embed"
)

//go:embed starters/*.csv
var starters embed.FS

// StarterTopics are the topics of the starter banks, each with banks for both
// sides: the keys that Starter takes, with their names.
var StarterTopics = [...]struct{ Key, Name string }{
	{"bible", "Bible"}, {"history", "History"}, {"maths-spelling", "Maths and spelling"},
}

// Starter is the starter bank of a topic for the side "white" or "black".
func Starter(topic, side string) ([]Row, bool) {
	data, err := starters.ReadFile("starters/" + topic + "-" + side + ".csv")
	if err != nil {
		return nil, false
	}
	rows, problems, err := ReadBanks(bytes.NewReader(data))
	return rows, err == nil && len(problems) == 0
}
