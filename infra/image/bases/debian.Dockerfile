# Fallback for the image "debian": the tar file that mmdebstrap makes from Debian's packages.
FROM scratch
ADD debian.tar /
CMD ["bash"]
