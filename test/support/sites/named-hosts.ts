import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'
import { atWorkerEnd } from '#test/support/worker/at-worker-end.ts'

const folder = join(import.meta.dirname, '../../site')
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
}

/** The pages of `test/site` under every host name, for browsers started with `flag`. */
export interface NamedHosts {
  /** Leads names to the pages, except names below `loopback.test`: they are 127.0.0.2. Addresses stay what they are. */
  readonly flag: string
  /** `host/path` of each request so far, in order, without query; sockets as `ws:host/path`. */
  requests(): readonly string[]
}

let shared: Promise<NamedHosts> | null = null

/**
 * The hosts that the test files of a worker share. Pages are files of `test/site`; a query `csp=…` sets their policy, and `to=…` redirects. Any other path is answered
 * with an empty text.
 */
export function namedHosts(): Promise<NamedHosts> {
  shared ??= open()
  return shared
}

async function open(): Promise<NamedHosts> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(nameOf(request))
    void answer(request, response)
  })
  server.on('upgrade', (request, socket) => {
    asked.push(`ws:${nameOf(request)}`)
    socket.destroy()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  atWorkerEnd(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const rules = ['MAP *.loopback.test 127.0.0.2', `MAP * 127.0.0.1:${port}`, 'EXCLUDE 127.0.0.*']
  return { flag: `--host-resolver-rules=${rules.join(', ')}`, requests: () => [...asked] }
}

function nameOf({ headers, url }: IncomingMessage): string {
  return `${headers.host}${(url ?? '').split('?')[0]}`
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://any.test')
  const to = searchParams.get('to')
  if (to !== null) {
    response.writeHead(302, { location: to }).end()
    return
  }
  const body = await readFile(join(folder, normalize(pathname))).catch(() => null)
  const policy = searchParams.get('csp')
  response.writeHead(200, {
    'content-type': (body && types[extname(pathname)]) ?? 'text/plain',
    'access-control-allow-origin': '*',
    ...(policy !== null && { 'content-security-policy': policy }),
  })
  response.end(body ?? '')
}
