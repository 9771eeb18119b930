// Package usercenterkeys gives the user center's encryption keys to Apache Pulsar's Go client. They stay in memory.
package usercenterkeys

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"sync"
	"time"

	"github.com/apache/pulsar-client-go/pulsar/crypto"
)

const (
	renewal   = 5 * time.Minute
	patience  = 30 * time.Second // what was refused is not asked for again before
	pause     = 5 * time.Second  // what the center could not answer
	mostKeys  = 100
	algorithm = "RSA-3072"
)

var errClosed = errors.New("the key reader is closed")

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
	mutex   sync.Mutex // never held while the center is asked: what is known does not wait
	seen    *answer    // of who only looks
	noted   *answer    // one that the center has noted as fetched: it knows which version a producer has
	private map[version]private
	failed  map[version]failure
	asking  map[version]chan struct{} // closed when the answer is there
	ended   chan struct{}
	once    sync.Once
}

type answer struct {
	half
	at time.Time
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
	reader.private, reader.failed = map[version]private{}, map[version]failure{}
	reader.asking = map[version]chan struct{}{}
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
	for {
		key, running, err := r.remembered(wanted)
		switch {
		case err != nil:
			return nil, err
		case key != nil:
			return crypto.NewEncryptionKeyInfo(name, key, metadata), nil
		case running == nil:
			r.fetch(wanted)
		default:
			<-running
		}
	}
}

// Renew forgets all private halves when the right to read has ended. It is done every five minutes; through an outage
// they stay.
func (r *Reader) Renew() error {
	wanted := r.anyHeld()
	if wanted == (version{}) {
		return nil
	}
	// The same decision, but nothing is given or recorded.
	err := r.ask("private?dry_run=true", wanted, &half{})
	if errors.Is(err, ErrRefused) {
		r.mutex.Lock()
		defer r.mutex.Unlock()
		r.forget()
	}
	return err
}

func (r *Reader) anyHeld() version {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	for each := range r.private {
		return each
	}
	return version{}
}

// Close forgets all private halves.
func (r *Reader) Close() {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.once.Do(func() { close(r.ended) })
	r.forget()
}

// String names the topic alone.
func (r *Reader) String() string { return "keys of " + r.options.Topic }

// Format is as String for every verb: none prints halves.
func (r *Reader) Format(state fmt.State, _ rune) { fmt.Fprint(state, r.String()) }

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
	before := *known
	r.mutex.Unlock()
	if before != nil && time.Since(before.at) < renewal {
		return before.half, nil
	}
	found, err := r.look(body)
	if before != nil && errors.Is(err, errUnavailable) {
		return before.half, nil
	}
	if err != nil {
		return half{}, err
	}
	r.mutex.Lock()
	defer r.mutex.Unlock()
	*known = &answer{found, time.Now()}
	if known == &r.noted {
		r.seen = r.noted
	}
	return found, nil
}

func (r *Reader) look(body map[string]any) (half, error) {
	body["topics"] = []string{r.options.Topic}
	var found struct{ Items []half }
	err := r.center.ask("public", body, &found)
	switch {
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
	return found.Items[0], nil
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

func notForGo(found half) error {
	return fmt.Errorf("%w %s@%s: it is of %q; Pulsar's Go client takes %s",
		ErrRefused, found.Name, found.Number, found.Algorithm, algorithm)
}
