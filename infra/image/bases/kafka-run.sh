#!/bin/bash
# Writes the broker's settings from KAFKA_*, formats its folder on the first start, and becomes the broker.
set -euo pipefail
: "${CLUSTER_ID:=5L6g3nShT-eMCtK--X86sw}"
export CLUSTER_ID KAFKA_HEAP_OPTS="${KAFKA_HEAP_OPTS:--Xmx512m}"
config=/opt/kafka/config
# Formatting fails from the second start on, when the folder is formatted.
said=$(java -cp '/opt/kafka/libs/*' kafka.docker.KafkaDockerWrapper setup --default-configs-dir /etc/kafka/docker \
  --mounted-configs-dir /mnt/shared/config --final-configs-dir "$config" 2>&1) \
  || grep -qi 'already formatted' <<< "$said" || { echo "$said"; exit 1; }
# shellcheck disable=SC2086
exec java $KAFKA_HEAP_OPTS -Dkafka.logs.dir=/opt/kafka/logs -Dlog4j2.configurationFile="$config/log4j2.yaml" \
  -cp '/opt/kafka/libs/*' kafka.Kafka "$config/server.properties"
