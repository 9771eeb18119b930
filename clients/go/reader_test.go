package usercenterkeys

import (
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"
)

func TestWhichVersionAMessageNeeds(t *testing.T) {
	for _, each := range []struct {
		name, metadata string
		wanted         version
	}{
		{"orders@12", "", version{"orders", "12"}},
		{"orders@12", "3", version{"orders", "12"}},
		{"orders", "3", version{"orders", "3"}},
		{"orders", "", version{"orders", "1"}},
		{"orders@", "", version{}}, {"orders@0", "", version{}}, {"orders@a@1", "", version{}},
		{"orders", "x", version{}}, {"orders", "01", version{}}, {"orders", "1\n", version{}}, {"orders", "12345678901", version{}},
	} {
		metadata := map[string]string{}
		if each.metadata != "" {
			metadata["version"] = each.metadata
		}
		found, err := wantedVersion(each.name, metadata)
		if found != each.wanted || (err == nil) == (each.wanted == version{}) {
			t.Errorf("%v: %v, %v", each, found, err)
		}
	}
}

func TestAHundredAreRememberedAndNothingIsPrinted(t *testing.T) {
	reader := Reader{options: Options{Topic: "persistent://acme/orders/created"}, private: map[version]private{}}
	first := []byte("secret")
	for number := range 101 {
		key := []byte("secret")
		if number == 0 {
			key = first
		}
		reader.makeRoom()
		reader.private[version{"orders", fmt.Sprint(number)}] = private{key, time.Unix(int64(number), 0)}
	}
	if _, found := reader.private[version{"orders", "0"}]; found || len(reader.private) != mostKeys || string(first) == "secret" {
		t.Error("the oldest is not the one that was forgotten")
	}
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%d", "%x"} {
		if said := fmt.Sprintf(verb, &reader); said != "keys of persistent://acme/orders/created" {
			t.Error(said)
		}
	}
}

func TestAskingForTheNameIsNoFetch(t *testing.T) {
	bodies := []string{}
	reader := readerOf(t, func(answer http.ResponseWriter, body string) {
		bodies = append(bodies, body)
		fmt.Fprint(answer, `{"items": [{"error": null, "name": "orders", "number": 2, "algorithm": "RSA-3072", "public_key": "PEM"}]}`)
	})
	for range 2 {
		if name, err := reader.KeyName(); name != "orders" || err != nil {
			t.Error(name, err)
		}
	}
	for range 2 {
		if half, err := reader.PublicKey("orders", nil); err != nil || half.Metadata()["version"] != "2" {
			t.Error(half, err)
		}
	}
	if wanted := []string{`{"noted":false,"topics":["T"]}`, `{"topics":["T"]}`}; !reflect.DeepEqual(bodies, wanted) {
		t.Error(bodies)
	}
	reader.seen = nil
	if _, err := reader.PublicKey("orders", nil); err != nil || len(bodies) != 2 {
		t.Error("a noted answer is asked for again", bodies)
	}
}

func TestOnlyTheKeyThatWasWantedIsTaken(t *testing.T) {
	for body, wanted := range map[string]string{
		privateHalf("other", "1"):                "another key than orders@1",
		privateHalf("orders", "2"):               "another key than orders@1",
		`{"name": "orders", "number": null}`:     "another key than orders@1",
		`{"name": "orders", "number": 1}`:        "it is of",
		privateHalf("orders", "1"):               "",
		`{"items": [{"algorithm": "RSA-3072"}]}`: "another key than orders@1",
	} {
		reader := readerOf(t, func(answer http.ResponseWriter, _ string) { fmt.Fprint(answer, body) })
		half, err := reader.PrivateKey("orders@1", nil)
		if (err == nil) != (wanted == "") || err != nil && (!errors.Is(err, ErrRefused) || !strings.Contains(err.Error(), wanted)) {
			t.Error(wanted, half, err)
		}
		if half, err := reader.PublicKey("orders", nil); err == nil {
			t.Error(half)
		}
	}
}

func TestTokensAreNotSentInTheClear(t *testing.T) {
	for address, good := range map[string]bool{
		"https://center.example": true, "http://localhost:8080/": true, "http://127.0.0.1": true, "http://[::1]:1": true,
		"http://center.example": false, "http://localhost@center.example": false, "http://127.0.0.1.example": false,
		"file:///etc": false, "https://": false, "center.example": false, "": false,
	} {
		if _, err := newCenter(address, nil); (err == nil) != good {
			t.Error(address, err)
		}
	}
}

func TestAKnownKeyDoesNotWaitForAnUnknownOne(t *testing.T) {
	asked, goOn := make(chan string, 10), make(chan struct{})
	reader := readerOf(t, func(answer http.ResponseWriter, body string) {
		if strings.Contains(body, `"number":2`) {
			asked <- body
			<-goOn
			fmt.Fprint(answer, privateHalf("orders", "2"))
			return
		}
		fmt.Fprint(answer, privateHalf("orders", "1"))
	})
	if _, err := reader.PrivateKey("orders@1", nil); err != nil {
		t.Fatal(err)
	}
	errs := make(chan error)
	for range 20 {
		go func() {
			_, err := reader.PrivateKey("orders@2", nil)
			errs <- err
		}()
	}
	<-asked
	if _, err := reader.PrivateKey("orders@1", nil); err != nil {
		t.Error(err)
	}
	if err := reader.Renew(); err != nil {
		t.Error(err)
	}
	close(goOn)
	for range 20 {
		if err := <-errs; err != nil {
			t.Error(err)
		}
	}
	if len(asked) != 0 {
		t.Error("it was asked for more than once")
	}
}

func TestWhatComesAfterClosingIsNotGivenOut(t *testing.T) {
	asked, goOn := make(chan struct{}), make(chan struct{})
	reader := readerOf(t, func(answer http.ResponseWriter, _ string) {
		close(asked)
		<-goOn
		fmt.Fprint(answer, privateHalf("orders", "1"))
	})
	errs := make(chan error)
	go func() {
		_, err := reader.PrivateKey("orders@1", nil)
		errs <- err
	}()
	<-asked
	reader.Close()
	close(goOn)
	if err := <-errs; err != errClosed || len(reader.private) != 0 {
		t.Error(err)
	}
}

func TestAFailureIsNotAskedForAgainWithEachMessage(t *testing.T) {
	for status, lasts := range map[int]time.Duration{429: pause, 503: pause, 404: patience} {
		asked := 0
		reader := readerOf(t, func(answer http.ResponseWriter, _ string) {
			asked++
			answer.WriteHeader(status)
		})
		wanted := version{"orders", "1"}
		for range 20 {
			if _, err := reader.PrivateKey("orders@1", nil); err == nil || errors.Is(err, ErrRefused) != (status == 404) {
				t.Error(status, err)
			}
			failed := reader.failed[wanted]
			if lasting(failed.why) != lasts {
				t.Error(status, failed)
			}
			failed.until = time.Now().Add(time.Hour) // however slow this machine is
			reader.failed[wanted] = failed
		}
		if asked != 1 {
			t.Error(status, asked)
		}
		reader.failed[wanted] = failure{nil, time.Now()}
		if _, err := reader.PrivateKey("orders@1", nil); err == nil || asked != 2 {
			t.Error(status, asked, err)
		}
	}
}

// pair is made once, as it takes long.
var pair = sync.OnceValue(func() string {
	key, _ := rsa.GenerateKey(rand.Reader, 2048)
	content, _ := x509.MarshalPKCS8PrivateKey(key)
	return string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: content}))
})

func privateHalf(name, number string) string {
	content, _ := json.Marshal(map[string]any{
		"name": name, "number": json.Number(number), "algorithm": algorithm, "private_key": pair(),
	})
	return string(content)
}

// readerOf is one whose center answers so.
func readerOf(t *testing.T, handle func(answer http.ResponseWriter, body string)) *Reader {
	server := httptest.NewServer(http.HandlerFunc(func(answer http.ResponseWriter, request *http.Request) {
		body, _ := io.ReadAll(request.Body)
		handle(answer, string(body))
	}))
	t.Cleanup(server.Close)
	reader, err := New(Options{Center: server.URL, Token: func() (string, error) { return "token", nil }, Topic: "T"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(reader.Close)
	return reader
}
