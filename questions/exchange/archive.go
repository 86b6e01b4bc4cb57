package exchange

import (
	"archive/zip"
	"bytes"
	"io"
	"strings"
)

// Limits of what is packed: the bytes of all that is unpacked, and the files.
const (
	maxUnpacked    = 32 << 20
	maxPackedFiles = 5_000
)

func isZip(data []byte) bool {
	return bytes.HasPrefix(data, []byte("PK\x03\x04")) || bytes.HasPrefix(data, []byte("PK\x05\x06"))
}

// packed is an archive of which no more is unpacked than maxUnpacked in all.
type packed struct {
	files map[string]*zip.File
	left  int64
}

// archive reads a workbook or a package of Anki, and says of other archives what
// they are.
func (p *parsing) archive(data []byte, opts Options) error {
	if len(data) > MaxPackedBytes {
		return refuse("The file is larger than %d MB: split it into smaller ones.", MaxPackedBytes>>20)
	}
	r, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return refuse("This file is damaged or did not arrive whole: send it again.")
	}
	if len(r.File) > maxPackedFiles {
		return refuse("This is an archive of more than %d files, not a file of questions: unpack it first.", maxPackedFiles)
	}
	z := packed{files: map[string]*zip.File{}, left: maxUnpacked}
	inside := ""
	for _, f := range r.File {
		name := strings.ReplaceAll(f.Name, `\`, "/")
		if z.files[name] == nil {
			z.files[name] = f
		}
		if lower := strings.ToLower(name); strings.HasSuffix(lower, ".zip") || strings.HasSuffix(lower, ".xlsx") || strings.HasSuffix(lower, ".apkg") {
			inside = "another archive"
		}
	}
	has := func(name string) bool { return z.files[name] != nil }
	p.Unit = "row"
	switch {
	case has("xl/workbook.xml"):
		p.Format = XLSX
		return p.xlsx(&z, opts)
	case has("collection.anki21b"):
		return refuse("This Anki package is of the newest kind, which cannot be read: export the deck from Anki as \"Notes in Plain Text\" instead, or with support for older versions.")
	case has("collection.anki21"), has("collection.anki2"):
		p.Format, p.Unit = AnkiPackage, "question"
		return p.apkg(&z)
	case has("xl/workbook.bin"):
		return refuse("This is a binary Excel workbook (XLSB): " + spreadsheet)
	case has("word/document.xml"):
		return refuse("This is a Word document (DOCX), not a file of questions: copy the questions into a spreadsheet and save that.")
	case has("ppt/presentation.xml"):
		return refuse("This is a presentation (PPTX), not a file of questions: copy the questions into a spreadsheet and save that.")
	case has("mimetype") && has("content.xml"):
		return refuse("This is a document of LibreOffice (ODS or ODT): " + spreadsheet)
	case inside != "":
		return refuse("This is a ZIP archive with %s in it: unpack it first, and send the file of questions by itself.", inside)
	}
	return refuse("This is a ZIP archive: unpack it first, and send the file of questions by itself.")
}

// open unpacks one file. It refuses what is not there, damaged, or too large.
func (z *packed) open(name string) ([]byte, error) {
	f := z.files[name]
	if f == nil {
		return nil, refuse("This file lacks a part of itself: save it again.")
	}
	if f.UncompressedSize64 > uint64(z.left) {
		return nil, refuse("This file is small but unpacks to more than %d MB: save only the questions in a file of their own.", maxUnpacked>>20)
	}
	r, err := f.Open()
	if err != nil {
		return nil, refuse("This file is damaged or did not arrive whole: send it again.")
	}
	defer r.Close()
	// What the archive says about a size may be a lie.
	data, err := io.ReadAll(io.LimitReader(r, z.left+1))
	if int64(len(data)) > z.left {
		return nil, refuse("This file is small but unpacks to more than %d MB: save only the questions in a file of their own.", maxUnpacked>>20)
	}
	if err != nil {
		return nil, refuse("This file is damaged or did not arrive whole: send it again.")
	}
	z.left -= int64(len(data))
	return data, nil
}
