# Fallback for the image "golang": the toolchain of this machine.
FROM debian:bookworm-slim
COPY . /usr/local/go
ENV PATH=/usr/local/go/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
CMD ["bash"]
