import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { ownNetwork } from '#test/support/sites/own-network.ts'

/** Sends any bytes to one request; errors of the socket are ignored. */
export type Talk = (socket: Socket, origin: string) => void

/** A site below HTTP: each path is answered by its function; `/fine` is a page, other paths do not exist. */
export interface HostileSite {
  url(path: string): string
  close(): Promise<void>
}

const finePage = wholeAnswer('<title>Fine</title>')
const notFound = 'HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'

/** Opens the site; `talks` are found by the first segment of the path, percent-decoded. */
export async function openHostileSite(talks: Readonly<Record<string, Talk>>): Promise<HostileSite> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
    socket.once('data', (data) => {
      const [, segment = ''] = /^\S+ \/([^/?# ]*)/.exec(data.toString('latin1')) ?? []
      const name = decodeURIComponent(segment)
      const talk = talks[name]
      if (talk === undefined) socket.end(name === 'fine' ? finePage : notFound)
      else talk(socket, origin)
    })
  })
  const address = `${ownNetwork()}.2`
  server.listen(0, address)
  await once(server, 'listening')
  const origin = `http://${address}:${(server.address() as AddressInfo).port}`
  return {
    url: (path) => `${origin}/${encodeURIComponent(path)}`,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** The start of an HTML answer with more header lines; the connection serves one request. */
export function htmlHead(...lines: readonly string[]): string {
  const head = ['HTTP/1.1 200 OK', 'Content-Type: text/html; charset=utf-8', 'Connection: close', ...lines]
  return `${head.join('\r\n')}\r\n\r\n`
}

export function wholeAnswer(body: string, ...lines: readonly string[]): string {
  return `${htmlHead(`Content-Length: ${Buffer.byteLength(body)}`, ...lines)}${body}`
}

/** Sends `text` repeatedly at intervals until the other side closes. */
export function sendSlowly(socket: Socket, text: string, everyMs: number): void {
  const timer = setInterval(() => socket.write(text), everyMs)
  socket.once('close', () => clearInterval(timer))
}

/** Sends `text` repeatedly, as fast as it is read. */
export function sendFast(socket: Socket, text: string): void {
  const pour = () => {
    while (!socket.destroyed && socket.write(text));
  }
  socket.on('drain', pour)
  pour()
}
