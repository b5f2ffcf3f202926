import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answerOf } from './site-pages.ts'

/** Serves a linked site with the number of pages that is its argument. Prints its origin. */
const pages = Number(process.argv[2])
const server = createServer({ keepAliveTimeout: 60_000 }, ({ url: path = '/', headers }, response) => {
  const answer = answerOf({ origin: `http://${headers.host}`, pages }, path)
  if (answer === null) response.writeHead(404).end()
  else if ('to' in answer) response.writeHead(301, { location: answer.to }).end()
  else response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(answer.html)
}).listen(0, '127.0.0.2')
await once(server, 'listening')
process.stdout.write(`site at http://127.0.0.2:${(server.address() as AddressInfo).port}\n`)
