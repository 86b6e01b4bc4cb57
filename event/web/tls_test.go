package web

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"biblechess/event"
	"biblechess/event/chess"
)

// trusting is a client that trusts an authority, as a tablet that was told to.
func trusting(t *testing.T, der []byte, to string) *http.Client {
	t.Helper()
	cert, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	pool := x509.NewCertPool()
	pool.AddCert(cert)
	transport := &http.Transport{
		TLSClientConfig: &tls.Config{RootCAs: pool}, ForceAttemptHTTP2: true,
		DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) {
			return (&net.Dialer{}).DialContext(ctx, network, to)
		},
	}
	t.Cleanup(transport.CloseIdleConnections)
	return &http.Client{Transport: transport, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
}

func TestSecure_SeatsAndStreamsOverTLS(t *testing.T) {
	h := serve(t)
	path := filepath.Join(t.TempDir(), "a new folder", "evening.db-ca.pem")
	a, err := OpenAuthority(path, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	on, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	go h.server.Serve(ctx, h.server.Secure(on, a))
	addr := on.Addr().String()
	_, port, _ := net.SplitHostPort(addr)

	// The certificate is had over plain http, by anybody.
	plain := h.device().get("/ca.crt", "*/*")
	if plain.status != http.StatusOK || plain.header.Get("Content-Type") != "application/x-x509-ca-cert" {
		t.Fatalf("the certificate: %d %v", plain.status, plain.header)
	}
	client := trusting(t, []byte(plain.body), addr)
	seat := event.GameMaster(chess.White)
	for _, name := range []string{"127.0.0.1", "localhost"} {
		got, err := client.Get("https://" + name + ":" + port + "/j/" + h.JoinCode(seat))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		got.Body.Close()
		cookies := got.Cookies()
		if got.StatusCode != http.StatusOK || len(cookies) != 1 || !cookies[0].Secure || cookies[0].Name == cookieName {
			t.Errorf("%s: %d HTTP/%d %v", name, got.StatusCode, got.ProtoMajor, cookies)
		}
		r, _ := http.NewRequestWithContext(ctx, http.MethodGet, "https://"+name+":"+port+"/gm/white/live", nil)
		r.AddCookie(cookies[0])
		stream, err := client.Do(r)
		if err != nil || stream.StatusCode != http.StatusOK {
			t.Fatalf("%s: the stream is %v %v", name, stream, err)
		}
		read := ""
		for b := make([]byte, 4096); !strings.Contains(read, "event: current"); {
			n, err := stream.Body.Read(b)
			if read += string(b[:n]); err != nil {
				t.Fatalf("the stream ends: %v", err)
			}
		}
		stream.Body.Close()
		// A cookie of one way is not good for the other.
		if w := h.direct(http.MethodGet, "/gm/white", "", nil, "*/*"); w.Code != http.StatusForbidden {
			t.Errorf("without a cookie: %d", w.Code)
		}
	}
	if _, err := client.Get("https://evil.example:" + port + "/"); err == nil {
		t.Error("there is a certificate for a name that is not ours")
	}
	if _, err := (&http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{MaxVersion: tls.VersionTLS11, InsecureSkipVerify: true}}}).Get("https://" + addr + "/"); err == nil {
		t.Error("an outdated TLS is spoken")
	}
	if c, err := net.Dial("tcp", addr); err == nil {
		io.WriteString(c, "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
		c.SetReadDeadline(time.Now().Add(5 * time.Second))
		answer, _ := io.ReadAll(c)
		if !strings.Contains(string(answer), "400") {
			t.Errorf("plain http on the TLS port: %q", answer)
		}
		c.Close()
	}
	if a := serve(t).device().get("/ca.crt", "*/*"); a.status != http.StatusNotFound || !strings.Contains(a.Error, "-tls-addr") {
		t.Errorf("without TLS: %d %s", a.status, a.body)
	}
}

func TestAuthority_KeptForPrivateAddressesAlone(t *testing.T) {
	path := filepath.Join(t.TempDir(), "ca.pem")
	now := time.Now()
	a, err := OpenAuthority(path, now)
	if err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(path); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("the key's file is %v %v", info, err)
	}
	again, err := OpenAuthority(path, now.Add(time.Hour))
	if err != nil || again.Fingerprint() != a.Fingerprint() || len(a.Fingerprint()) != 95 {
		t.Errorf("opened again it is %s, and was %s: %v", again.Fingerprint(), a.Fingerprint(), err)
	}
	if later, err := OpenAuthority(path, now.Add(authorityLife)); err != nil || later.Fingerprint() == a.Fingerprint() {
		t.Errorf("one that has ended is kept: %v", err)
	}
	pool := x509.NewCertPool()
	pool.AddCert(a.cert)
	for name, want := range map[string]bool{"192.168.1.20": true, "10.0.0.7": true, "::1": true, "chess.local": true, "localhost": true, "8.8.8.8": false, "bank.example": false, "2001:db8::1": false} {
		c, err := a.leaf(name, now)
		if err != nil {
			t.Fatal(err)
		}
		_, err = c.Leaf.Verify(x509.VerifyOptions{Roots: pool, DNSName: strings.Trim(name, "[]"), CurrentTime: now})
		if (err == nil) != want {
			t.Errorf("a certificate for %s is good: %v", name, err)
		}
		if one, _ := a.leaf(name, now.Add(time.Hour)); one != c {
			t.Errorf("%s has another certificate an hour later", name)
		}
		if one, _ := a.leaf(name, now.Add(leafLife-leafSpare)); one == c {
			t.Errorf("%s has no new certificate before its old one ends", name)
		}
	}
	for _, text := range []string{"", "hello", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := OpenAuthority(path, now); err == nil || !strings.Contains(err.Error(), "take the file away") {
			t.Errorf("%q: %v", text, err)
		}
	}
}
