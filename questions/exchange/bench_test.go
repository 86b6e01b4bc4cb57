package exchange

import (
	"bytes"
	"fmt"
	"testing"

	"biblechess/questions"
)

// manyRecords are questions of a library: different ones, some alike.
func manyRecords(n int) []Record {
	records := make([]Record, n)
	for i := range records {
		records[i] = Record{
			Team: "White", Piece: questions.Kinds[i%len(questions.Kinds)], Number: i%MaxNumber + 1,
			Question:  fmt.Sprintf("Which king of land %d reigned in the year %d, when prophet number %d spoke, and built “a city”?", i%97, i, i%1009),
			Answers:   []string{fmt.Sprint("King ", i%500), fmt.Sprint("the king ", i%500)},
			Reference: fmt.Sprintf("%d Kings %d:%d", 1+i%2, 1+i%22, 1+i%40),
		}
	}
	return records
}

// The time grows as the file does.
func BenchmarkRead(b *testing.B) {
	for _, format := range writable {
		for _, n := range []int{10_000, 20_000} {
			var file bytes.Buffer
			if err := Write(&file, format, manyRecords(n)); err != nil {
				b.Fatal(err)
			}
			if file.Len() > MaxBytes && format != XLSX {
				continue
			}
			b.Run(fmt.Sprintf("%s/%d", format, n), func(b *testing.B) {
				b.SetBytes(int64(file.Len()))
				for b.Loop() {
					r, err := Read("", file.Bytes(), Options{})
					if err != nil || len(r.Records) != n {
						b.Fatalf("%d, %v", len(r.Records), err)
					}
				}
			})
		}
	}
}

func BenchmarkWrite(b *testing.B) {
	records := manyRecords(10_000)
	for _, format := range writable {
		b.Run(string(format), func(b *testing.B) {
			for b.Loop() {
				var file bytes.Buffer
				if err := Write(&file, format, records); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
