# Fallback for the image "apache/kafka": the jars of Kafka with a script that reads the settings KAFKA_* as that image does.
FROM debian:bookworm-20260918-slim@sha256:3783cc01769c7b2b1b83a5c5ad96c815348e28ed7da68e2e3687004faa906251
RUN apt-get update \
 && apt-get install -y --no-install-recommends openjdk-17-jre-headless \
 && rm -rf /var/lib/apt/lists/*
COPY libs /opt/kafka/libs
COPY kafka-run.sh log4j2.yaml /etc/kafka/docker/
RUN touch /etc/kafka/docker/server.properties && useradd -u 1000 appuser \
 && install -d -o appuser -g appuser /var/lib/kafka/data /opt/kafka/config /opt/kafka/logs /mnt/shared/config
USER 1000:1000
VOLUME /var/lib/kafka/data
EXPOSE 9092
CMD ["bash", "/etc/kafka/docker/kafka-run.sh"]
