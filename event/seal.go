package event

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hmac"
	"crypto/sha256"
	"errors"
	"fmt"
)

// sealedSize is how many bytes a seal hides: always the same, so that its length
// tells nothing.
const sealedSize = 64

// sealed is what an entry of Stealth Chess hides from whoever reads the data
// file, a backup or a log with ordinary tools. The key comes from the record's
// secret, which stands in the same file: it keeps out accident, not intent.
type sealed []byte

// sealer is the cipher of the present match.
func (t truth) sealer() (cipher.AEAD, error) {
	mac := hmac.New(sha256.New, t.secret)
	fmt.Fprintf(mac, "seal|%d", t.match.number)
	block, err := aes.NewCipher(mac.Sum(nil))
	if err != nil {
		return nil, err
	}
	return cipher.NewGCM(block)
}

// seal hides some bytes, at most sealedSize less one; what they are for keeps a
// seal from being taken for another. The nonce is decided here once and stands
// in the entry.
func (t truth) seal(env env, purpose string, hidden []byte) sealed {
	aead, err := t.sealer()
	if err != nil || len(hidden) >= sealedSize {
		panic("a seal can't be made") // neither depends on what anybody sends
	}
	nonce := make([]byte, aead.NonceSize())
	for i := range nonce {
		nonce[i] = byte(env.lot(256))
	}
	plain := make([]byte, sealedSize)
	plain[0] = byte(len(hidden))
	copy(plain[1:], hidden)
	return aead.Seal(nonce, nonce, plain, []byte(purpose))
}

var errSeal = errors.New("a seal of the record is broken")

// unseal gives what was sealed.
func (t truth) unseal(s sealed, purpose string) ([]byte, error) {
	aead, err := t.sealer()
	if err != nil {
		return nil, err
	}
	if len(s) < aead.NonceSize() {
		return nil, errSeal
	}
	plain, err := aead.Open(nil, s[:aead.NonceSize()], s[aead.NonceSize():], []byte(purpose))
	if err != nil || len(plain) != sealedSize || int(plain[0]) >= sealedSize {
		return nil, errSeal
	}
	return plain[1 : 1+plain[0]], nil
}
