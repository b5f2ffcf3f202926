# Fallback for the image "redis": Debian's package.
FROM debian:bookworm-20260918-slim@sha256:3783cc01769c7b2b1b83a5c5ad96c815348e28ed7da68e2e3687004faa906251
RUN apt-get update \
 && apt-get install -y --no-install-recommends redis-server \
 && rm -rf /var/lib/apt/lists/* \
 && install -d -o 999 -g 1000 /data
WORKDIR /data
VOLUME /data
EXPOSE 6379
CMD ["redis-server"]
