# Fallback for the image "node": the program of the npm package "node", and npm.
FROM debian:bookworm-20260918-slim@sha256:3783cc01769c7b2b1b83a5c5ad96c815348e28ed7da68e2e3687004faa906251
COPY node /usr/local/bin/node
ADD npm.tgz /usr/local/lib/node_modules/npm
RUN ln -s ../lib/node_modules/npm/package/bin/npm-cli.js /usr/local/bin/npm
CMD ["node"]
