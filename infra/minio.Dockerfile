# MinIO is published as source only, so it is built here, in the version that the tests use.
FROM golang:1.26.8-bookworm@sha256:a688600ca24f8a4d3ca77f95b0dd40704a9fc787c826660eb7ba0b641b8b175d AS build
# The secret "ca" is for networks with their own certificate authority. Each module is compared with its digest, before it is built.
RUN --mount=type=secret,id=ca,target=/run/secrets/ca.pem \
    export SSL_CERT_FILE=/run/secrets/ca.pem CGO_ENABLED=0 GOBIN=/out \
 && build() { \
      go mod download -json "$1" | grep -qF "\"Sum\": \"$2\"" \
      && go install -trimpath -ldflags='-s -w' "$1"; \
    } \
 && build github.com/minio/minio@v0.0.0-20260212201848-7aac2a2c5b7c h1:/qdoYujxF5MBLDMVLeiYJ/7fBa1HikX39Dvzb9Ji8pA= \
 && build github.com/minio/mc@v0.0.0-20250313080218-cf909e1063a9 h1:6RyInOHKL6jz8zxcAar/h6rg/aJCxDP/uFuSNvYSuMI= \
 && go clean -cache -modcache

FROM debian:bookworm-20260918-slim@sha256:3783cc01769c7b2b1b83a5c5ad96c815348e28ed7da68e2e3687004faa906251
RUN apt-get update \
 && apt-get install -y --no-install-recommends tini wget \
 && rm -rf /var/lib/apt/lists/* \
 && install -d -o 1000 -g 1000 /data
COPY --from=build /out/minio /out/mc /usr/local/bin/
COPY image/minio /etc/pageprobe
USER 1000:1000
VOLUME /data
EXPOSE 9000
ENTRYPOINT ["tini", "--", "sh", "/etc/pageprobe/start.sh"]
