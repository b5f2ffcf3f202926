import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'

/** Pages that attack their readers; `GET /` lists their names. */
const MIB = 1024 * 1024
const html = { 'content-type': 'text/html; charset=utf-8' }
const bomb = gzipSync(Buffer.alloc(50 * MIB + 1024, 'a '))

const pages: Readonly<Record<string, (response: ServerResponse) => void>> = {
  'div x 200,000': (response) => response.writeHead(200, html).end('<div>'.repeat(200_000)),
  '80,000 attributes': (response) =>
    response
      .writeHead(200, html)
      .end(`<p ${Array.from({ length: 80_000 }, (_, at) => `a${at}=1`).join(' ')}>x`),
  'a b x 80,000': (response) => response.writeHead(200, html).end('<a href="/x"><b>'.repeat(80_000)),
  'tables x 80,000': (response) => response.writeHead(200, html).end('<table><tr><td>'.repeat(80_000)),
  '48 MB of text': (response) => response.writeHead(200, html).end(`<p>${'word '.repeat((48 * MIB) / 5)}`),
  '20 MB attribute': (response) => response.writeHead(200, html).end(`<p title="${'x'.repeat(20 * MIB)}">x`),
  '10 MB title': (response) => response.writeHead(200, html).end(`<title>${'t '.repeat(5 * MIB)}</title>`),
  '100,000 links': (response) =>
    response.writeHead(200, html).end('<a href="/page">page</a>'.repeat(100_000)),
  '100,000 JSON-LD blocks': (response) =>
    response
      .writeHead(200, html)
      .end('<script type="application/ld+json">{"@type":"Thing"}</script>'.repeat(100_000)),
  'gzip bomb of 50 MB': (response) =>
    response.writeHead(200, { ...html, 'content-encoding': 'gzip' }).end(bomb),
  'data: script': (response) =>
    response.writeHead(200, html).end(`<script src="data:text/javascript,${'a'.repeat(MIB)}"></script>`),
  'drip of a byte each 200 ms': (response) => drip(response),
  'endless redirects': (response) =>
    response
      .writeHead(302, { location: `/${encodeURIComponent('endless redirects')}?${Math.random()}` })
      .end(),
  'PDF as text/html': (response) =>
    response.writeHead(200, html).end(`%PDF-1.7\n${'\u0000\u0001binary'.repeat(1000)}`),
}

function drip(response: ServerResponse): void {
  response.writeHead(200, html)
  const timer = setInterval(() => response.write('x'), 200)
  response.on('close', () => clearInterval(timer))
}

const server = createServer((request, response) => {
  const name = decodeURIComponent((request.url ?? '').split('?')[0]?.slice(1) ?? '')
  if (name === '') response.end(JSON.stringify(Object.keys(pages)))
  else if (pages[name] === undefined) response.writeHead(404).end()
  else pages[name](response)
})
server.listen(0, '127.0.0.2', () =>
  process.stdout.write(`site on port ${(server.address() as AddressInfo).port}\n`),
)
