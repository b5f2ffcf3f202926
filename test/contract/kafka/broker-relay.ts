import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

const PRODUCE = 0

/** Stands between clients and a broker. */
export interface BrokerRelay {
  readonly address: string
  /**
   * How many answers to Produce are withheld from now on: the broker has written the records, and the connection ends
   * instead.
   */
  lose: number
  close(): Promise<void>
}

/** Relays to the broker at this address (host:port). */
export async function relayTo(broker: string): Promise<BrokerRelay> {
  const [host = '', port] = broker.split(':')
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connect(Number(port), host)
    for (const socket of [client, upstream]) sockets.add(socket.on('error', () => {}))
    const isProduce = followRequests(client)
    client.pipe(upstream)
    client.on('close', () => upstream.destroy())
    upstream.on('close', () => client.destroy())
    upstream.on('data', (answer) => {
      if (isProduce() && relay.lose > 0) {
        relay.lose--
        client.destroy()
      } else client.write(answer)
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const relay: BrokerRelay = {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    lose: 0,
    async close() {
      for (const socket of sockets) socket.destroy()
      await once(server.close(), 'close')
    },
  }
  return relay
}

/** Whether the last request on this connection is Produce (Kafka protocol, "Request Header"). */
function followRequests(client: Socket): () => boolean {
  let left = 0
  let apiKey = -1
  client.on('data', (chunk) => {
    if (left === 0) {
      left = 4 + chunk.readInt32BE(0)
      apiKey = chunk.readInt16BE(4)
    }
    left -= chunk.length
  })
  return () => apiKey === PRODUCE
}
