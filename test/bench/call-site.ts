import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A site whose every page has 60 bytes, on 127.0.0.2. Prints its port. */
const page = '<!doctype html><title>A page of sixty bytes</title><p>Hello.'

const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
  if (request.url === '/robots.txt') response.writeHead(404).end()
  else response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page)
})
server.listen(0, '127.0.0.2', () => {
  process.stdout.write(`site on port ${(server.address() as AddressInfo).port}\n`)
})
