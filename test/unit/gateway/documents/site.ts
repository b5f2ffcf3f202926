import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Router from '@koa/router'
import Koa, { type Middleware } from 'koa'
import { makeDocuments } from '#gateway/documents/documents.ts'
import type { CallState } from '#gateway/middleware/call-state.ts'
import { compression } from '#gateway/middleware/compression.ts'
import { documentsRoutes } from '#gateway/routes/documents.ts'
import { setDefaultHeaders } from '#gateway/server/default-headers.ts'
import { noKeylessLimit } from '../support/no-keyless-limit.ts'
import { someTopics } from './some-topics.ts'

/** The documents as the gateway serves them, on a free port. */
export interface DocumentsSite {
  readonly url: string
  close(): void
}

/** `other` answers requests for anything else. */
export async function openDocuments(
  publicUrl: string,
  other: Middleware = () => undefined,
): Promise<DocumentsSite> {
  const router = new Router<CallState>({ sensitive: true, strict: true })
  documentsRoutes(router, makeDocuments({ publicUrl, topics: someTopics }), noKeylessLimit)
  const app = new Koa<CallState>()
  app.use(setDefaultHeaders)
  app.use(compression({ cacheBytes: 1_000_000 }))
  app.use(router.routes())
  app.use(other)
  const server = createServer(app.callback()).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
