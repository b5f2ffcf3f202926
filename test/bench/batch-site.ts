import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { makeVisitRecorder } from '#test/support/sites/visit-recorder.ts'
import { hostAddress, pageHtml } from './batch-pages.ts'
import { savedPages } from './saved-pages.ts'

/**
 * A site on several loopback hosts with one port; each answer takes the given milliseconds. Its pages are small ones,
 * or, with the argument `saved`, the saved ones in turn, compressed with gzip as most web servers do. Prints its
 * port and another one that reports the visits of each host.
 */
const [hosts = 1, answerMs = 0] = process.argv.slice(2, 4).map(Number)
const saved = process.argv[4] === 'saved' ? savedPages().map(({ body }) => gzipSync(canonical(body))) : null
const recorder = makeVisitRecorder()

function answer(request: IncomingMessage, response: ServerResponse): void {
  const ended = recorder.begin(request.socket.localAddress ?? '')
  response.once('close', ended)
  const send = () => {
    ended()
    page(request, response)
  }
  if (answerMs > 0) setTimeout(send, answerMs)
  else send()
}

function page({ url: path = '/', headers }: IncomingMessage, response: ServerResponse): void {
  if (path === '/robots.txt') response.writeHead(404).end()
  else if (saved !== null) savedPage(path, saved, response)
  else {
    const html = pageHtml(`http://${headers.host}${path}`, path)
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html)
  }
}

/** Saved pages name their original URL as canonical. As served, each is its own canonical page, like most pages. */
function canonical(body: Buffer): Buffer {
  const own = (tag: string) => tag.replace(/href=(?:"[^"]*"|'[^']*'|[^\s>]+)/i, 'href="#"')
  return Buffer.from(body.toString('latin1').replace(/<link[^>]*rel=["']?canonical[^>]*>/gi, own), 'latin1')
}

function savedPage(path: string, pages: readonly Buffer[], response: ServerResponse): void {
  const number = /^\/articles\/page-(\d+)$/.exec(path)?.[1]
  if (number === undefined) return void response.writeHead(404).end()
  const headers = { 'content-type': 'text/html', 'content-encoding': 'gzip' }
  response.writeHead(200, headers).end(pages[Number(number) % pages.length])
}

async function listen(host: string, port: number): Promise<number> {
  const server = createServer({ keepAliveTimeout: 60_000 }, answer).listen(port, host)
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

function report(_: IncomingMessage, response: ServerResponse): void {
  response.end(JSON.stringify([...recorder.visits().values()]))
}

const port = await listen(hostAddress(0), 0)
for (let host = 1; host < hosts; host++) await listen(hostAddress(host), port)
const control = createServer(report).listen(0, '127.0.0.1')
await once(control, 'listening')
process.stdout.write(`site on port ${port}, figures on port ${(control.address() as AddressInfo).port}\n`)
