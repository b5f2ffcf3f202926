# MinIO comes as source only, so it is built here; the version is the one that the tests run against.
FROM golang:1.26-alpine AS build
RUN CGO_ENABLED=0 GOBIN=/out go install -trimpath -ldflags='-s -w' \
      github.com/minio/minio@v0.0.0-20260212201848-7aac2a2c5b7c

FROM alpine:3.22
COPY --from=build /out/minio /usr/local/bin/minio
RUN adduser -D -u 1000 minio && install -d -o minio -g minio /data
USER minio
VOLUME /data
EXPOSE 9000
ENTRYPOINT ["minio", "server", "/data", "--address", ":9000"]
