# Fallback for the image "redis": Debian's package.
FROM debian:bookworm-slim
RUN apt-get update \
 && apt-get install -y --no-install-recommends redis-server \
 && rm -rf /var/lib/apt/lists/* \
 && install -d -o 999 -g 1000 /data
WORKDIR /data
VOLUME /data
EXPOSE 6379
CMD ["redis-server"]
