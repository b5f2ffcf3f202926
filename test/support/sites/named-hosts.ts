import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'

const folder = join(import.meta.dirname, '../../site')
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
}

/** The pages of `test/site` under every host name, for browsers started with `flag`. */
export interface NamedHosts {
  readonly flag: string
  /** `host/path` of each request, in order, without query; sockets as `ws:host/path`. */
  requests(): readonly string[]
  close(): Promise<void>
}

/**
 * Pages are files of `test/site`; a query `csp=…` sets their policy, and `to=…` redirects. Any other path is answered
 * with an empty text.
 */
export async function openNamedHosts(): Promise<NamedHosts> {
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
  return {
    flag: `--host-resolver-rules=MAP * 127.0.0.1:${port}`,
    requests: () => [...asked],
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
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
