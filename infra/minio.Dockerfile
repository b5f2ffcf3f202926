# MinIO is published as source only, so it is built here, in the version that the tests use.
FROM golang:1.26-bookworm AS build
# The secret "ca" is for networks with their own certificate authority.
RUN --mount=type=secret,id=ca,target=/run/secrets/ca.pem \
    export SSL_CERT_FILE=/run/secrets/ca.pem CGO_ENABLED=0 GOBIN=/out \
 && go install -trimpath -ldflags='-s -w' github.com/minio/minio@v0.0.0-20260212201848-7aac2a2c5b7c \
 && go install -trimpath -ldflags='-s -w' github.com/minio/mc@v0.0.0-20250313080218-cf909e1063a9 \
 && go clean -cache -modcache

FROM debian:bookworm-slim
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
