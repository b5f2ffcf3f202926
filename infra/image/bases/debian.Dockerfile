# Fallback for debian:bookworm-slim: the tar file that mmdebstrap makes from Debian's packages.
FROM scratch
ADD debian.tar /
CMD ["bash"]
