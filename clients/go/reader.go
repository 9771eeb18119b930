// Package usercenterkeys gives the user center's encryption keys to Apache Pulsar's Go client. They stay in memory.
package usercenterkeys

import (
	"crypto/rsa"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"os"
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/apache/pulsar-client-go/pulsar/crypto"
)

const (
	renewal   = 5 * time.Minute
	patience  = 30 * time.Second // what was refused is not asked for again before
	mostKeys  = 100
	algorithm = "RSA-3072"
)

var decimal = regexp.MustCompile(`^[1-9][0-9]{0,9}$`)

// Options: all but Subscription are needed. Token gives a valid token for the center's API at each call.
type Options struct {
	Center       string // https://center.example
	Token        func() (string, error)
	Topic        string // persistent://TENANT/NAMESPACE/TOPIC
	Subscription string // for who may read by some subscriptions only
}

// Reader is the crypto.KeyReader of one topic.
type Reader struct {
	options Options
	center  *center
	mutex   sync.Mutex
	seen    *answer // of who only looks
	noted   *answer // one that the center has noted as fetched: it knows which version a producer has
	private map[version]private
	refused map[version]refusal
	ended   chan struct{}
	once    sync.Once
}

type version struct{ name, number string }

type answer struct {
	half
	at time.Time
}

type private struct {
	pem []byte
	at  time.Time
}

type refusal struct {
	why error
	at  time.Time
}

// half is one as the center sends it.
type half struct {
	Name, Algorithm, Error string
	Number                 json.Number
	PublicKey              string `json:"public_key"`
	PrivateKey             string `json:"private_key"`
}

// New makes a reader. Close it after the producers and consumers that use it.
func New(options Options) (*Reader, error) {
	center, err := newCenter(options.Center, options.Token)
	if err != nil {
		return nil, err
	}
	reader := &Reader{options: options, center: center, ended: make(chan struct{})}
	reader.private, reader.refused = map[version]private{}, map[version]refusal{}
	go reader.keepRenewing()
	return reader, nil
}

// KeyName is the name of the topic's key, for a producer's Keys. It does not count as fetching the key.
func (r *Reader) KeyName() (string, error) {
	active, err := r.active(&r.seen, map[string]any{"noted": false})
	return active.Name, err
}

// PublicKey is the active public half, with its version for the messages.
func (r *Reader) PublicKey(name string, _ map[string]string) (*crypto.EncryptionKeyInfo, error) {
	active, err := r.active(&r.noted, map[string]any{})
	if err == nil && active.Name != name {
		err = fmt.Errorf("the key of %s is %q, not %q", r.options.Topic, active.Name, name)
	}
	if err != nil {
		return nil, err
	}
	metadata := map[string]string{"version": active.Number.String()}
	return crypto.NewEncryptionKeyInfo(name, []byte(active.PublicKey), metadata), nil
}

// PrivateKey is the private half of NAME@NUMBER, else of the version in the metadata, else of version 1.
func (r *Reader) PrivateKey(name string, metadata map[string]string) (*crypto.EncryptionKeyInfo, error) {
	wanted, err := wantedVersion(name, metadata)
	if err != nil {
		return nil, err
	}
	r.mutex.Lock()
	defer r.mutex.Unlock()
	key, err := r.remembered(wanted)
	if err != nil {
		return nil, err
	}
	return crypto.NewEncryptionKeyInfo(name, append([]byte(nil), key...), metadata), nil
}

// Renew forgets all private halves when the right to read has ended. It is done every five minutes; through an outage
// they stay.
func (r *Reader) Renew() error {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	for each := range r.private {
		// The same decision, but nothing is given or recorded.
		err := r.ask("private?dry_run=true", each, &half{})
		if errors.Is(err, ErrRefused) {
			r.forget()
		}
		return err
	}
	return nil
}

// Close forgets all private halves.
func (r *Reader) Close() {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.once.Do(func() { close(r.ended) })
	r.forget()
}

// String names the topic alone, wherever a reader is printed.
func (r *Reader) String() string { return "keys of " + r.options.Topic }

func (r *Reader) keepRenewing() {
	for {
		select {
		case <-r.ended:
			return
		case <-time.After(renewal):
			_ = r.Renew()
		}
	}
}

// active is the known answer while it is fresh, or the center is away; else a new one.
func (r *Reader) active(known **answer, body map[string]any) (half, error) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if *known != nil && time.Since((*known).at) < renewal {
		return (*known).half, nil
	}
	body["topics"] = []string{r.options.Topic}
	var found struct{ Items []half }
	err := r.center.ask("public", body, &found)
	switch {
	case *known != nil && errors.Is(err, errUnavailable):
		return (*known).half, nil
	case err != nil:
		return half{}, err
	case len(found.Items) != 1:
		return half{}, errUnavailable
	case found.Items[0].Error != "":
		return half{}, fmt.Errorf("%w: %s: %s", ErrRefused, r.options.Topic, found.Items[0].Error)
	case found.Items[0].Algorithm != algorithm:
		return half{}, notForGo(found.Items[0])
	case found.Items[0].Name == "" || found.Items[0].Number == "" || found.Items[0].PublicKey == "":
		return half{}, fmt.Errorf("%w: it gives no key for %s", ErrRefused, r.options.Topic)
	}
	*known = &answer{found.Items[0], time.Now()}
	if r.noted == *known {
		r.seen = r.noted
	}
	return found.Items[0], nil
}

func (r *Reader) remembered(wanted version) ([]byte, error) {
	if known, found := r.private[wanted]; found {
		return known.pem, nil
	}
	if refused, found := r.refused[wanted]; found && time.Since(refused.at) < patience {
		return nil, refused.why
	}
	key, err := r.fetched(wanted)
	switch {
	case err == nil:
		r.makeRoom()
		r.private[wanted] = private{key, time.Now()}
	case errors.Is(err, ErrRefused):
		if len(r.refused) >= mostKeys {
			clear(r.refused)
		}
		r.refused[wanted] = refusal{err, time.Now()}
	}
	return key, err
}

func (r *Reader) fetched(wanted version) ([]byte, error) {
	select {
	case <-r.ended:
		return nil, errors.New("the key reader is closed")
	default:
	}
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

func (r *Reader) ask(path string, wanted version, found *half) error {
	host, _ := os.Hostname()
	body := map[string]any{
		"topic": r.options.Topic, "name": wanted.name, "number": json.Number(wanted.number), "reason": "consumer on " + host,
	}
	if r.options.Subscription != "" {
		body["subscription"] = r.options.Subscription
	}
	return r.center.ask(path, body, found)
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

func notForGo(found half) error {
	return fmt.Errorf("%w %s@%s: it is of %q; Pulsar's Go client takes %s",
		ErrRefused, found.Name, found.Number, found.Algorithm, algorithm)
}
