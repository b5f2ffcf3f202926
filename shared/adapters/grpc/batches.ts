import type { Batches, BatchStatus, NewBatch, OwnedBatchId } from '#shared/ports/batches.ts'
import {
  batchListing,
  batchPage,
  batchReply,
  linesOf,
  linesReply,
  newBatch,
} from '#shared/rpc/batches/messages.ts'
import {
  batchesService,
  MAX_MESSAGE_BYTES,
  serviceName,
  type UnaryMethod,
} from '#shared/rpc/batches/protocol.ts'
import type { Codec } from '#shared/rpc/codec.ts'
import type { PartsSecret } from '#shared/rpc/parts-secret.ts'
import { type AnyMethod, checkHealth, noMetadata, toCallFailure, unary } from './calls.ts'
import { type ConnectionLog, connections } from './connections.ts'
import { readText, siteReader } from './text-streams.ts'
import { upload } from './upload.ts'

export interface GrpcBatchesOptions {
  /** `host:port` or `dns:name:port` of the batch component. */
  readonly address: string
  readonly secret: PartsSecret
  /** Gets a warning when the batch component does not answer, or refuses the secret. */
  readonly log?: ConnectionLog
}

const SERVICE = 'batches'
/**
 * Limit of a call, so that a client learns of an outage within 2 s. Uploads and result streams have no limit.
 */
const CALL_MS = 1500
const PING_MS = 1000

const sitesOf = siteReader(SERVICE, batchesService, CALL_MS)

/**
 * `Batches` over gRPC (`proto/batches.proto`). Connects at the first call. Rejects within 0.5 s while there
 * is no connection. Gives up a batch component that falls silent during a stream after about 3 s.
 */
export function grpcBatches({ address, ...options }: GrpcBatchesOptions): Batches {
  const maxMessageBytes = MAX_MESSAGE_BYTES
  const servers = connections({ ...options, addresses: address, service: SERVICE, maxMessageBytes })
  const connected = () => servers.next(Date.now() + CALL_MS)

  async function call<T>(method: UnaryMethod, request: unknown, reply: Codec<T>): Promise<T> {
    const server = await connected()
    const deadline = Date.now() + CALL_MS
    const message = await unary(server, methodOf(method), request, noMetadata, deadline).catch(throwAsFailure)
    return reply.decode(message)
  }

  const callNamed = (method: UnaryMethod, batch: OwnedBatchId, hosts = 0) =>
    call(method, { ...batch, hosts }, batchReply)

  async function create(
    method: 'Submit' | 'Open',
    batch: NewBatch,
    body: AsyncIterable<Uint8Array>,
    signal: AbortSignal,
  ): Promise<BatchStatus> {
    const asked = { service: SERVICE, method: methodOf(method), first: { batch: newBatch.encode(batch) } }
    const message = await upload(await connected(), { ...asked, body, signal })
    return batchReply.decode(message) ?? throwAsFailure(new Error('the response has no batch'))
  }

  return {
    submit: (...given) => create('Submit', ...given),
    open: (...given) => create('Open', ...given),
    async addLines(batch, { body, signal, ...lines }) {
      const first = { lines: linesOf.encode({ ...batch, ...lines }) }
      const asked = { service: SERVICE, method: methodOf('AddLines'), first, body, signal }
      return linesReply.decode(await upload(await connected(), asked))
    },
    start: (batch) => callNamed('Start', batch),
    results: async (batch, { after, isFollowing, signal }) =>
      readText(await connected(), {
        ...{ service: SERVICE, method: methodOf('Results'), signal, firstMs: CALL_MS },
        request: { ...batch, after, isFollowing },
      }),
    report: async (...asked) => sitesOf(await connected()).report(...asked),
    pages: async (...asked) => sitesOf(await connected()).pages(...asked),
    status: (batch, hosts) => callNamed('GetStatus', batch, hosts),
    list: (listing) => call('List', batchListing.encode(listing), batchPage),
    pause: (batch) => callNamed('Pause', batch),
    resume: (batch) => callNamed('Resume', batch),
    cancel: (batch) => callNamed('Cancel', batch),
    ping: () => checkHealth(servers, SERVICE, serviceName, Date.now() + PING_MS),
    close: () => servers.close(),
  }
}

function methodOf(name: string): AnyMethod {
  return batchesService[name] as AnyMethod
}

function throwAsFailure(error: unknown): never {
  throw toCallFailure(SERVICE, error)
}
