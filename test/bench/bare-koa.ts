import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { Redis } from 'ioredis'
import Koa from 'koa'

/** The minimum cost of an answer from the store: a route that reads one key of Redis. Prints its port. */
const [url = '', key = ''] = process.argv.slice(2)
const redis = new Redis(url, { enableAutoPipelining: true })
const app = new Koa()
app.use(async (context) => {
  context.type = 'application/json'
  context.body = await redis.get(key)
})
const server = app.listen(0, '127.0.0.1')
server.keepAliveTimeout = 120_000
await once(server, 'listening')
process.stdout.write(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}\n`)
