package web

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"fmt"
	"math/big"
	"net"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"
)

// How long certificates are good: the authority's for as long as a church keeps
// its tablets, the laptop's own for less than any browser minds.
const (
	authorityLife = 5 * 365 * 24 * time.Hour
	leafLife      = 60 * 24 * time.Hour
	leafSpare     = 7 * 24 * time.Hour
	clockSlack    = 48 * time.Hour // a tablet's clock may be behind
)

// Authority is this laptop's own certificate authority. It can vouch for private
// addresses and local names alone, so that a tablet which trusts it runs no
// further risk.
type Authority struct {
	cert *x509.Certificate
	key  *ecdsa.PrivateKey

	mu     sync.Mutex
	leaves map[string]*tls.Certificate
}

// private are the addresses that an authority may vouch for.
var private = []string{
	"10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10", "169.254.0.0/16", "127.0.0.0/8", "fc00::/7", "fe80::/10", "::1/128",
}

// OpenAuthority reads the authority of a file, or makes one there that nobody else
// can read. An authority that is about to end is made anew.
func OpenAuthority(path string, now time.Time) (*Authority, error) {
	text, err := os.ReadFile(path)
	if err == nil {
		a, err := readAuthority(text)
		if err != nil {
			return nil, fmt.Errorf("%s is not the certificate that was kept there (%w): take the file away, and a new one is made, which the tablets have to trust anew", path, err)
		}
		if now.Before(a.cert.NotAfter.Add(-leafLife)) {
			return a, nil
		}
	} else if !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	a, text, err := makeAuthority(now)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return nil, fmt.Errorf("the certificate can't be kept: %w", err)
	}
	if err := os.WriteFile(path, text, 0o600); err != nil {
		return nil, fmt.Errorf("the certificate can't be kept: %w", err)
	}
	return a, os.Chmod(path, 0o600)
}

func readAuthority(text []byte) (*Authority, error) {
	a := &Authority{leaves: map[string]*tls.Certificate{}}
	for block, rest := pem.Decode(text); block != nil; block, rest = pem.Decode(rest) {
		var err error
		switch block.Type {
		case "CERTIFICATE":
			a.cert, err = x509.ParseCertificate(block.Bytes)
		case "EC PRIVATE KEY":
			a.key, err = x509.ParseECPrivateKey(block.Bytes)
		}
		if err != nil {
			return nil, err
		}
	}
	if a.cert == nil || a.key == nil || !a.cert.IsCA || !a.key.PublicKey.Equal(a.cert.PublicKey) {
		return nil, errors.New("its certificate or its key is missing, or they don't belong together")
	}
	return a, nil
}

func makeAuthority(now time.Time) (*Authority, []byte, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, nil, err
	}
	host := "this laptop"
	if names := hostNames(); len(names) > 0 {
		host = names[0]
	}
	plan := &x509.Certificate{
		SerialNumber: serial(), Subject: pkix.Name{CommonName: "Bible Chess on " + host, Organization: []string{"Bible Chess"}},
		NotBefore: now.Add(-clockSlack), NotAfter: now.Add(authorityLife), IsCA: true, BasicConstraintsValid: true, MaxPathLenZero: true,
		KeyUsage: x509.KeyUsageCertSign, PermittedDNSDomainsCritical: true,
		PermittedDNSDomains: append([]string{"localhost", "local", "lan", "home.arpa"}, hostNames()...),
	}
	for _, text := range private {
		_, block, err := net.ParseCIDR(text)
		if err != nil {
			return nil, nil, err
		}
		plan.PermittedIPRanges = append(plan.PermittedIPRanges, block)
	}
	der, err := x509.CreateCertificate(rand.Reader, plan, plan, key.Public(), key)
	if err != nil {
		return nil, nil, err
	}
	keyDER, err := x509.MarshalECPrivateKey(key)
	if err != nil {
		return nil, nil, err
	}
	text := append(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}), pem.EncodeToMemory(&pem.Block{Type: "EC PRIVATE KEY", Bytes: keyDER})...)
	a, err := readAuthority(text)
	return a, text, err
}

func serial() *big.Int {
	n, err := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 120))
	if err != nil {
		return big.NewInt(time.Now().UnixNano())
	}
	return n
}

// DER is the authority's certificate, for tablets that are to trust it.
func (a *Authority) DER() []byte { return a.cert.Raw }

// Fingerprint is the certificate's SHA-256, as tablets show it.
func (a *Authority) Fingerprint() string {
	sum := sha256.Sum256(a.cert.Raw)
	return strings.ReplaceAll(fmt.Sprintf("% X", sum[:]), " ", ":")
}

// config answers handshakes with a certificate for the address or the name that
// was asked for, where it is one of ours.
func (a *Authority) config(ours func(string) bool) *tls.Config {
	return &tls.Config{
		MinVersion: tls.VersionTLS12, NextProtos: []string{"http/1.1"}, // whose streams can be taken over
		GetCertificate: func(hello *tls.ClientHelloInfo) (*tls.Certificate, error) {
			name := hello.ServerName
			if name == "" { // a bare address is not named in the handshake
				local, err := netip.ParseAddrPort(hello.Conn.LocalAddr().String())
				if err != nil {
					return nil, err
				}
				name = local.Addr().Unmap().WithZone("").String()
			}
			if !ours(name) {
				return nil, fmt.Errorf("no certificate for %.60q", name)
			}
			return a.leaf(name, time.Now())
		},
	}
}

// leaf is a certificate for an address or a name.
func (a *Authority) leaf(name string, now time.Time) (*tls.Certificate, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if c := a.leaves[name]; c != nil && now.Before(c.Leaf.NotAfter.Add(-leafSpare)) {
		return c, nil
	}
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	plan := &x509.Certificate{
		SerialNumber: serial(), Subject: pkix.Name{CommonName: "Bible Chess"},
		NotBefore: now.Add(-clockSlack), NotAfter: now.Add(leafLife),
		KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}
	if ip := net.ParseIP(name); ip != nil {
		plan.IPAddresses = []net.IP{ip}
	} else {
		plan.DNSNames = []string{name}
	}
	der, err := x509.CreateCertificate(rand.Reader, plan, a.cert, key.Public(), a.key)
	if err != nil {
		return nil, err
	}
	leaf, err := x509.ParseCertificate(der)
	if err != nil {
		return nil, err
	}
	c := &tls.Certificate{Certificate: [][]byte{der, a.cert.Raw}, PrivateKey: key, Leaf: leaf}
	a.leaves[name] = c
	return c, nil
}

// Secure makes a listener speak TLS with certificates of an authority, and tells
// the preflight page of it.
func (s *Server) Secure(on net.Listener, a *Authority) net.Listener {
	p := &s.preflight
	p.ca, p.print, p.secured = a.DER(), a.Fingerprint(), on.Addr().(*net.TCPAddr)
	return tls.NewListener(on, a.config(s.ours))
}
