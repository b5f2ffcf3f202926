import { createHash, X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:https'
import { type AddressInfo, connect, createServer as createRelay, type Server, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { makeCertificate } from '#test/unit/shared/egress/certificate.ts'
import type { Route } from './target-site.ts'

/** A site by https on 127.0.0.3 whose connections are slow: the TLS handshake waits. */
export interface SecureSite {
  readonly origin: string
  /** For a browser that has to trust the site. */
  readonly flag: string
  close(): Promise<void>
}

const HOST = '127.0.0.3'

/** `handshakeMs`: milliseconds before each handshake. Rejects without openssl. */
export async function openSecureSite(route: Route, handshakeMs: number): Promise<SecureSite> {
  const certificate = await makeCertificate(`IP:${HOST}`)
  const site = createServer(certificate, (request, response) => void route(request, response))
  const sockets = new Set<Socket>()
  const target = await portOf(site)
  const relay = createRelay(async (client) => {
    sockets.add(client.on('error', () => {}))
    await delay(handshakeMs)
    const socket = connect(target, HOST).on('error', () => {})
    sockets.add(socket)
    client.pipe(socket).pipe(client)
  })
  const port = await portOf(relay)
  return {
    origin: `https://${HOST}:${port}`,
    flag: `--ignore-certificate-errors-spki-list=${keyHash(certificate.cert)}`,
    async close() {
      for (const socket of sockets) socket.destroy()
      site.closeAllConnections()
      await Promise.all([site, relay].map((server) => new Promise((resolve) => server.close(resolve))))
    },
  }
}

async function portOf(server: Server): Promise<number> {
  server.listen(0, HOST)
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

function keyHash(certificate: string): string {
  const key = new X509Certificate(certificate).publicKey.export({ type: 'spki', format: 'der' })
  return createHash('sha256').update(key).digest('base64')
}
