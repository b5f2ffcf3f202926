import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline, Readable } from 'node:stream'
import { parentPort } from 'node:worker_threads'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const MIB = 1024 * 1024
const html = { 'content-type': 'text/html; charset=utf-8' }

function blank(bytes: number): Buffer {
  return Buffer.concat([Buffer.from('<p>'), Buffer.alloc(bytes - 3, ' ')])
}

function brotli(bytes: number): Buffer {
  const params = { [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_QUALITY]: 9 }
  return brotliCompressSync(blank(bytes), { params })
}

type Page = (response: ServerResponse) => void

function encoded(coding: string, body: Buffer): Page {
  return (response) => response.writeHead(200, { ...html, 'content-encoding': coding }).end(body)
}

function stream(response: ServerResponse, bytes: number): void {
  response.writeHead(200, html)
  const chunk = Buffer.alloc(64 * 1024, '<p>word ')
  const chunks = function* () {
    for (let sent = 0; sent < bytes; sent += chunk.length) yield chunk.subarray(0, bytes - sent)
  }
  pipeline(Readable.from(chunks()), response, () => {})
}

/** Pages that take much memory in their readers. */
const makers: Readonly<Record<string, () => Page>> = {
  small: () => encoded('gzip', gzipSync('<title>Small</title><p>text')),
  'brotli of 49 MiB': () => encoded('br', brotli(49 * MIB)),
  'brotli of 512 MiB': () => encoded('br', brotli(512 * MIB)),
  'gzip of 49 MiB': () => encoded('gzip', gzipSync(blank(49 * MIB))),
  'plain of 49 MiB': () => (response) => stream(response, 49 * MIB),
  'plain of 60 MB': () => (response) => stream(response, 60_000_000),
}

const made = new Map<string, Page>()
const server = createServer((incoming, response) => {
  const kind = decodeURIComponent((incoming.url ?? '').split('?')[0]?.slice(1) ?? '')
  const page = made.get(kind) ?? makers[kind]?.()
  if (page === undefined) return response.writeHead(404).end()
  made.set(kind, page)
  page(response)
})
server.listen(0, '127.0.0.2', () => parentPort?.postMessage((server.address() as AddressInfo).port))
