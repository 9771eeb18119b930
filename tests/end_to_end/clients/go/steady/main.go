// The stock Go client with its own OAuth2: sends until it is ended, and says SENT or FAILED for each message.
//
// Environment: SERVICE_URL, ISSUER, TOPIC, CLIENT_ID and KEY_FILE (a JSON file with the secret).
package main

import (
	"context"
	"fmt"
	"os"
	"time"

	"github.com/apache/pulsar-client-go/pulsar"
	"github.com/apache/pulsar-client-go/pulsar/log"
	"github.com/sirupsen/logrus"
)

func main() {
	logger := logrus.New()
	logger.SetLevel(logrus.ErrorLevel)
	client, err := pulsar.NewClient(pulsar.ClientOptions{
		URL:              os.Getenv("SERVICE_URL"),
		OperationTimeout: 10 * time.Second,
		Logger:           log.NewLoggerWithLogrus(logger),
		Authentication: pulsar.NewAuthenticationOAuth2(map[string]string{
			"type":       "client_credentials",
			"issuerUrl":  os.Getenv("ISSUER"),
			"clientId":   os.Getenv("CLIENT_ID"),
			"privateKey": "file://" + os.Getenv("KEY_FILE"),
		}),
	})
	if err != nil {
		fmt.Println("REFUSED", err)
		os.Exit(1)
	}
	defer client.Close()
	producer, err := client.CreateProducer(pulsar.ProducerOptions{
		Topic: os.Getenv("TOPIC"), SendTimeout: 2 * time.Second,
	})
	if err != nil {
		fmt.Println("REFUSED", err)
		os.Exit(1)
	}
	for {
		if _, err := producer.Send(context.Background(), &pulsar.ProducerMessage{Payload: []byte("on and on")}); err != nil {
			fmt.Println("FAILED", err)
		} else {
			fmt.Println("SENT")
		}
		time.Sleep(20 * time.Millisecond)
	}
}
