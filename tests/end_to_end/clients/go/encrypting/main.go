// The stock Go client with the user center's keys, or with Pulsar's own reader of files. Does what the lines of its
// input say, and says OK, or FAILED and why, for each: "send TEXT", "receive", "renew".
//
// Environment: SERVICE_URL, TOPIC, TOKEN; CENTER and API_TOKEN, or PUBLIC and PRIVATE (files) and KEY.
package main

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/apache/pulsar-client-go/pulsar"
	"github.com/apache/pulsar-client-go/pulsar/crypto"
	"github.com/apache/pulsar-client-go/pulsar/log"
	"github.com/pulsarusercenter/usercenterkeys"
	"github.com/sirupsen/logrus"
)

type clients struct {
	pulsar.Client
	keys     crypto.KeyReader
	keyName  func() (string, error)
	renew    func() error
	consumer pulsar.Consumer
}

func main() {
	logger := logrus.New()
	client, err := pulsar.NewClient(pulsar.ClientOptions{
		URL:              os.Getenv("SERVICE_URL"),
		OperationTimeout: 10 * time.Second,
		Logger:           log.NewLoggerWithLogrus(logger),
		Authentication:   pulsar.NewAuthenticationToken(os.Getenv("TOKEN")),
	})
	check(err)
	defer client.Close()
	all := clients{Client: client}
	if os.Getenv("CENTER") == "" {
		all.keys = crypto.NewFileKeyReader(os.Getenv("PUBLIC"), os.Getenv("PRIVATE"))
		all.keyName = func() (string, error) { return os.Getenv("KEY"), nil }
	} else {
		reader, err := usercenterkeys.New(usercenterkeys.Options{
			Center: os.Getenv("CENTER"),
			Token:  func() (string, error) { return os.Getenv("API_TOKEN"), nil },
			Topic:  os.Getenv("TOPIC"),
		})
		check(err)
		defer reader.Close()
		all.keys, all.keyName, all.renew = reader, reader.KeyName, reader.Renew
	}
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		said, err := all.do(lines.Text())
		if err != nil {
			fmt.Printf("FAILED %v\n", err)
		} else {
			fmt.Println("OK " + said)
		}
	}
}

func (c *clients) do(line string) (string, error) {
	what, text, _ := strings.Cut(line, " ")
	switch what {
	case "send":
		return "", c.send(text)
	case "receive":
		return c.receive()
	case "renew":
		return "", c.renew()
	}
	return "", fmt.Errorf("unknown: %s", line)
}

// A producer for each message: the Go client asks for the public half when it makes one.
func (c *clients) send(text string) error {
	name, err := c.keyName()
	if err != nil {
		return err
	}
	producer, err := c.CreateProducer(pulsar.ProducerOptions{
		Topic:      os.Getenv("TOPIC"),
		Encryption: &pulsar.ProducerEncryptionInfo{KeyReader: c.keys, Keys: []string{name}},
	})
	if err != nil {
		return err
	}
	defer producer.Close()
	_, err = producer.Send(context.Background(), &pulsar.ProducerMessage{Payload: []byte(text)})
	return err
}

func (c *clients) receive() (string, error) {
	if c.consumer == nil {
		consumer, err := c.Subscribe(pulsar.ConsumerOptions{
			Topic:                       os.Getenv("TOPIC"),
			SubscriptionName:            "go",
			SubscriptionInitialPosition: pulsar.SubscriptionPositionEarliest,
			Decryption: &pulsar.MessageDecryptionInfo{
				KeyReader: c.keys, ConsumerCryptoFailureAction: crypto.ConsumerCryptoFailureActionConsume,
			},
		})
		if err != nil {
			return "", err
		}
		c.consumer = consumer
	}
	within, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	message, err := c.consumer.Receive(within)
	if err != nil {
		return "", err
	}
	if message.GetEncryptionContext() != nil {
		return "", fmt.Errorf("not decrypted: %v", message.ID())
	}
	return string(message.Payload()), c.consumer.Ack(message)
}

func check(err error) {
	if err != nil {
		fmt.Printf("REFUSED %v\n", err)
		os.Exit(1)
	}
}
