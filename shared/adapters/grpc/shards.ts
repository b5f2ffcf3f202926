import type { Client } from '@grpc/grpc-js'
import { isUnavailable, unavailable } from '#shared/errors.ts'
import { MAX_MESSAGE_BYTES } from '#shared/rpc/batches/protocol.ts'
import type { PartsSecret } from '#shared/rpc/parts-secret.ts'
import { notAccepted } from '#shared/rpc/shards/not-accepted.ts'
import { type AskReply, shardsService } from '#shared/rpc/shards/protocol.ts'
import type { ShardCalls } from '#shared/rpc/shards/shard-calls.ts'
import { type AnyMethod, noMetadata, toCallFailure, unary } from './calls.ts'
import { makeConnectionPool } from './connection-pool.ts'
import { type ConnectionLog, connections } from './connections.ts'
import { readText, siteReader } from './text-streams.ts'

export interface GrpcShardsOptions {
  readonly secret: PartsSecret
  /** Gets a warning when a part does not answer, or refuses the secret. */
  readonly log?: ConnectionLog
}

const SERVICE = 'shard'
/** The time of a call. A command is appended to the log and applied within it. Only what changes nothing is repeatable. */
const methods = {
  Send: { ms: 15_000, isRepeatable: false },
  Ask: { ms: 3000, isRepeatable: true },
}
/** The first rows of a site, or bytes of a copy. */
const STREAM_MS = 15_000
/** Connections to parts that nothing was asked for so long are closed. */
const IDLE_MS = 60_000
const MAX_CONNECTIONS = 128

const sitesOf = siteReader(SERVICE, shardsService, STREAM_MS)

/** `ShardCalls` over gRPC (`proto/shards.proto`). Connects to an address at its first call. */
export function grpcShards(options: GrpcShardsOptions): ShardCalls {
  const servers = makeServers(options)

  async function call<Reply>(name: keyof typeof methods, address: string, request: object): Promise<Reply> {
    const { ms, isRepeatable } = methods[name]
    const deadline = Date.now() + ms
    const server = await servers.connected(address, deadline)
    try {
      return await unary(server, shardsService[name] as AnyMethod, request, noMetadata, deadline)
    } catch (error) {
      const failure = toCallFailure(SERVICE, error)
      throw isRepeatable && isUnavailable(failure) ? notAccepted(failure) : failure
    }
  }
  const sites = async (address: string) => sitesOf(await servers.connected(address, Date.now() + STREAM_MS))

  return {
    send: (address, request) => call('Send', address, request),
    ask: async (address, request) => (await call<AskReply>('Ask', address, request)).answer,
    sites: (address) => ({
      report: async (...asked) => (await sites(address)).report(...asked),
      pages: async (...asked) => (await sites(address)).pages(...asked),
    }),
    async copy(address, request, signal) {
      const server = await servers.connected(address, Date.now() + STREAM_MS)
      const method = shardsService.Copy as AnyMethod
      const text = await readText(server, { service: SERVICE, method, request, signal, firstMs: STREAM_MS })
      return text ?? noBytes()
    },
    close: () => servers.close(),
  }
}

/** Servers by address. */
function makeServers({ secret, log }: GrpcShardsOptions) {
  let isClosed = false
  const pool = makeConnectionPool({
    open: (addresses) =>
      connections({ addresses, service: SERVICE, maxMessageBytes: MAX_MESSAGE_BYTES, secret, log }),
    idleMs: IDLE_MS,
    max: MAX_CONNECTIONS,
  })
  return {
    async connected(address: string, deadline: number): Promise<Client> {
      if (isClosed) throw unavailable(SERVICE)
      try {
        return await pool.to(address).next(deadline)
      } catch (error) {
        throw notAccepted(error)
      }
    },
    close(): void {
      isClosed = true
      pool.close()
    },
  }
}

async function* noBytes(): AsyncGenerator<Uint8Array> {}
