package usercenterkeys

import (
	"crypto/rsa"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"time"
)

var decimal = regexp.MustCompile(`^[1-9][0-9]{0,9}$`)

type version struct{ name, number string }

type private struct {
	pem []byte
	at  time.Time
}

// failure is why there is none, which counts until then.
type failure struct {
	why   error
	until time.Time
}

// remembered is a copy of the half, or why there is none, or what to wait for. With neither, the caller has to fetch.
func (r *Reader) remembered(wanted version) ([]byte, chan struct{}, error) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if r.isClosed() {
		return nil, nil, errClosed
	}
	if known, found := r.private[wanted]; found {
		return append([]byte(nil), known.pem...), nil, nil
	}
	if failed, found := r.failed[wanted]; found && time.Now().Before(failed.until) {
		return nil, nil, failed.why
	}
	running, found := r.asking[wanted]
	if !found {
		r.asking[wanted] = make(chan struct{})
	}
	return nil, running, nil
}

// fetch asks for the half, whose place in asking the caller has.
func (r *Reader) fetch(wanted version) {
	key, err := r.fetched(wanted)
	r.mutex.Lock()
	defer r.mutex.Unlock()
	close(r.asking[wanted])
	delete(r.asking, wanted)
	switch {
	case r.isClosed():
		clear(key)
	case err == nil:
		r.makeRoom()
		r.private[wanted] = private{key, time.Now()}
	default:
		if len(r.failed) >= mostKeys {
			clear(r.failed)
		}
		r.failed[wanted] = failure{err, time.Now().Add(lasting(err))}
	}
}

func lasting(err error) time.Duration {
	if errors.Is(err, ErrRefused) {
		return patience
	}
	return pause
}

func (r *Reader) isClosed() bool {
	select {
	case <-r.ended:
		return true
	default:
		return false
	}
}

func (r *Reader) fetched(wanted version) ([]byte, error) {
	var found half
	if err := r.ask("private", wanted, &found); err != nil {
		return nil, err
	}
	if found.Name != wanted.name || found.Number.String() != wanted.number {
		return nil, fmt.Errorf("%w: it gives another key than %s@%s", ErrRefused, wanted.name, wanted.number)
	}
	block, _ := pem.Decode([]byte(found.PrivateKey))
	if block == nil || found.Algorithm != algorithm {
		return nil, notForGo(found)
	}
	key, _ := x509.ParsePKCS8PrivateKey(block.Bytes)
	pair, isRSA := key.(*rsa.PrivateKey)
	if !isRSA {
		return nil, notForGo(found)
	}
	// Pulsar's Go client reads PKCS #1 alone.
	return pem.EncodeToMemory(&pem.Block{Type: "RSA PRIVATE KEY", Bytes: x509.MarshalPKCS1PrivateKey(pair)}), nil
}

func (r *Reader) makeRoom() {
	var oldest version
	for each, known := range r.private {
		if oldest == (version{}) || known.at.Before(r.private[oldest].at) {
			oldest = each
		}
	}
	if len(r.private) >= mostKeys {
		clear(r.private[oldest].pem)
		delete(r.private, oldest)
	}
}

func (r *Reader) forget() {
	for _, known := range r.private {
		clear(known.pem)
	}
	clear(r.private)
}

func wantedVersion(name string, metadata map[string]string) (version, error) {
	key, number, found := strings.Cut(name, "@")
	if !found {
		if number, found = metadata["version"]; !found {
			number = "1"
		}
	}
	if !decimal.MatchString(number) {
		return version{}, fmt.Errorf("%w %q: the version %q is no number", ErrRefused, name, number)
	}
	return version{key, number}, nil
}
