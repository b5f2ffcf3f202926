# Fallback for the image "postgres": Debian's package, an older one, with the image's user and what it does on an empty volume.
FROM debian:bookworm-20260918-slim@sha256:3783cc01769c7b2b1b83a5c5ad96c815348e28ed7da68e2e3687004faa906251
RUN groupadd -g 999 postgres \
 && useradd -u 999 -g postgres -d /var/lib/postgresql postgres \
 && install -d /etc/postgresql-common \
 && echo 'create_main_cluster = false' > /etc/postgresql-common/createcluster.conf \
 && apt-get update \
 && apt-get install -y --no-install-recommends postgresql \
 && rm -rf /var/lib/apt/lists/* \
 && install -d -m 1777 -o postgres -g postgres /var/lib/postgresql/data /var/run/postgresql
COPY --chmod=755 postgres-run.sh /usr/local/bin/
ENV PATH=/usr/lib/postgresql/15/bin:$PATH
VOLUME /var/lib/postgresql/data
USER postgres
EXPOSE 5432
ENTRYPOINT ["postgres-run.sh"]
CMD ["postgres"]
