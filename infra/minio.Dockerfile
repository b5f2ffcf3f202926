# MinIO comes as source only, so it is built here; the version is the one that the tests run against.
FROM golang:1.26-alpine AS build
RUN CGO_ENABLED=0 GOBIN=/out go install -trimpath -ldflags='-s -w' \
      github.com/minio/minio@v0.0.0-20260212201848-7aac2a2c5b7c \
 && CGO_ENABLED=0 GOBIN=/out go install -trimpath -ldflags='-s -w' \
      github.com/minio/mc@v0.0.0-20250313080218-cf909e1063a9

FROM alpine:3.22
COPY --from=build /out/minio /out/mc /usr/local/bin/
COPY image/minio.sh image/minio-policy.json /etc/pageprobe/
RUN apk add --no-cache tini && adduser -D -u 1000 minio && install -d -o minio -g minio /data
USER 1000:1000
VOLUME /data
EXPOSE 9000
ENTRYPOINT ["tini", "--", "sh", "/etc/pageprobe/minio.sh"]
