# Fallback for the image "node": the program of the npm package "node", and npm.
FROM debian:bookworm-slim
COPY node /usr/local/bin/node
ADD npm.tgz /usr/local/lib/node_modules/npm
RUN ln -s ../lib/node_modules/npm/package/bin/npm-cli.js /usr/local/bin/npm
CMD ["node"]
