# Stand-in for debian:bookworm-slim: the tar file that mmdebstrap makes of Debian's packages.
FROM scratch
ADD debian.tar /
CMD ["bash"]
