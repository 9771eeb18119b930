# Waits for what the administrator puts into docker/broker/ after registering the cluster, then starts the broker with it.
set -eu
lines=/pulsar/user-center/broker.conf
until [ -s "$lines" ]; do
  echo "waiting for docker/broker/broker.conf (console, cluster, \"broker.conf\"; with cluster-credential and broker.jwt beside it)"
  sleep 5
done
cat conf/standalone.conf "$lines" >/tmp/standalone.conf
echo "advertisedAddress=broker" >>/tmp/standalone.conf
PULSAR_STANDALONE_CONF=/tmp/standalone.conf exec bin/pulsar standalone -nfw -nss
