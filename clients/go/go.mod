module github.com/pulsarusercenter/usercenterkeys

go 1.22

require github.com/apache/pulsar-client-go v0.15.0

require (
	github.com/google/go-cmp v0.6.0 // indirect
	github.com/sirupsen/logrus v1.9.3 // indirect
	golang.org/x/sys v0.28.0 // indirect
	google.golang.org/protobuf v1.34.2 // indirect
)
