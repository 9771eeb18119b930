package usercenterkeys

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"
)

// ErrRefused is in each error that says: the right is not there, or no such key, or none for this client.
var ErrRefused = errors.New("the user center refuses")

var errUnavailable = errors.New("the user center cannot be asked now")

const mostBytes = 1 << 20

var thisMachine = map[string]bool{"localhost": true, "127.0.0.1": true, "::1": true}

// center calls the API of the user center.
type center struct {
	url   string
	token func() (string, error)
	mutex sync.Mutex // the caller's token is not asked for twice at the same time
	http  http.Client
}

func newCenter(address string, token func() (string, error)) (*center, error) {
	parsed, err := url.Parse(address)
	if err != nil || parsed.Hostname() == "" || parsed.Scheme != "https" && (parsed.Scheme != "http" || !thisMachine[parsed.Hostname()]) {
		return nil, errors.New("the center's address begins with https:// (http:// on this machine alone)")
	}
	// No redirects: the token is for the center alone.
	stay := func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	client := http.Client{Timeout: 10 * time.Second, CheckRedirect: stay}
	return &center{url: strings.TrimRight(address, "/"), token: token, http: client}, nil
}

func (c *center) bearer() (string, error) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return c.token()
}

// ask reads the answer into found.
func (c *center) ask(path string, body, found any) error {
	token, err := c.bearer()
	if err != nil {
		return fmt.Errorf("%w: there is no token: %w", errUnavailable, err)
	}
	content, err := json.Marshal(body)
	if err != nil {
		return err
	}
	request, err := http.NewRequest(http.MethodPost, c.url+"/api/v1/encryption-keys/"+path, bytes.NewReader(content))
	if err != nil {
		return err
	}
	request.Header.Set("Authorization", "Bearer "+strings.TrimSpace(token))
	request.Header.Set("Content-Type", "application/json")
	answer, err := c.http.Do(request)
	if err != nil {
		return fmt.Errorf("%w: %w", errUnavailable, err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(io.LimitReader(answer.Body, mostBytes))
	if err != nil {
		return fmt.Errorf("%w: %w", errUnavailable, err)
	}
	if answer.StatusCode != http.StatusOK {
		return problem(answer.StatusCode, text)
	}
	if json.Unmarshal(text, found) != nil {
		return fmt.Errorf("%w: what answers at %s is not the center", errUnavailable, c.url)
	}
	return nil
}

func problem(status int, text []byte) error {
	var said struct{ Code, Detail string }
	_ = json.Unmarshal(text, &said)
	kind := errUnavailable
	if status >= 400 && status < 500 && status != http.StatusRequestTimeout && status != http.StatusTooManyRequests {
		kind = ErrRefused
	}
	return fmt.Errorf("%w (%d %s: %s)", kind, status, said.Code, said.Detail)
}
