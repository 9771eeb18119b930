# Waits for what the administrator puts into docker/broker/ after registering the cluster, then starts the broker with it.
set -eu
lines=/pulsar/user-center/broker.conf
until [ -s "$lines" ]; do
  echo "waiting for docker/broker/broker.conf (console, cluster, \"broker.conf\"; with cluster-credential and broker.jwt beside it)"
  sleep 5
done
{
  cat conf/standalone.conf
  echo # the distribution's file has no line break at its end
  cat "$lines"
  echo
  echo "advertisedAddress=broker"
  # Inside this file's network the center has another address than its issuer, without TLS. The last line wins.
  echo "userCenterUrl=http://center:8080"
  echo "userCenterAllowPlainHttp=true"
} >/tmp/standalone.conf
PULSAR_STANDALONE_CONF=/tmp/standalone.conf exec bin/pulsar standalone -nfw -nss
