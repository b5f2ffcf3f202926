import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Koa, { type Middleware } from 'koa'

/** A running application of middlewares. */
export interface SmallApp {
  readonly url: string
  close(): void
}

// biome-ignore lint/suspicious/noExplicitAny: middlewares of any state
export async function serveApp(...middlewares: Middleware<any>[]): Promise<SmallApp> {
  const app = new Koa()
  app.silent = true
  for (const middleware of middlewares) app.use(middleware)
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
