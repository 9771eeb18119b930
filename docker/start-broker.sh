# Starts the broker with the lines that `usercenter broker-files` wrote (docker-compose.yml).
set -eu
{
  cat conf/standalone.conf
  cat /pulsar/user-center/broker.conf
  # Who comes to port 6651 comes from outside of this network, and finds the broker at the port that is published.
  echo "advertisedListeners=internal:pulsar://broker:6650,external:pulsar://127.0.0.1:${BROKER_PORT:-6650}"
  echo "internalListenerName=internal"
  # Else the storage is known by its address, which is another one in each new container: what was written would be lost.
  echo "bookieId=broker:3181"
  echo "bindAddresses=external:pulsar://0.0.0.0:6651"
  # Inside this file's network the center has another address than its issuer, without TLS. The last line wins.
  echo "userCenterUrl=http://center:8080"
  echo "userCenterAllowPlainHttp=true"
} >/tmp/standalone.conf
PULSAR_STANDALONE_CONF=/tmp/standalone.conf exec bin/pulsar standalone -nfw -nss
