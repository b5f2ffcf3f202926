import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A site of small pages on several loopback hosts (from 127.0.0.2), all on one port, which it prints. */
const hosts = Number(process.argv[2] ?? 1)
const text = 'Some words that a reader would read. '.repeat(20)

function page(path: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Page ${path}</title>
<meta name="description" content="A small page at ${path}"><meta property="og:title" content="Page ${path}">
</head><body><h1>Page ${path}</h1><p>${text}</p><p><a href="/next">next</a> <a href="https://example.com/">other</a></p></body></html>`
}

function listen(host: string, port: number): Promise<number> {
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    if (request.url === '/robots.txt') response.writeHead(404).end()
    else response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page(request.url ?? '/'))
  })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port))
  })
}

const port = await listen('127.0.0.2', 0)
for (let index = 1; index < hosts; index++) await listen(`127.0.0.${index + 2}`, port)
process.stdout.write(`site on port ${port}\n`)
