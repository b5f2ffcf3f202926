import type { ServerReadableStream } from '@grpc/grpc-js'
import { Failure, unavailable } from '#shared/errors.ts'
import type { BatchStatus } from '#shared/ports/batches.ts'
import { batchListing, batchPage, batchReply, newBatch } from '#shared/rpc/batches/messages.ts'
import {
  type BatchRequest,
  batchesService,
  MAX_MESSAGE_BYTES,
  type ResultsRequest,
  type SubmitRequest,
  serviceName,
} from '#shared/rpc/batches/protocol.ts'
import type { PartsSecret, RefusalLog } from '#shared/rpc/parts-secret.ts'
import { type GrpcServer, type GrpcService, startGrpcServer } from '#shared/rpc/server.ts'
import { type CallLog, makeServerCalls, type ServerCalls } from '#shared/rpc/server-calls.ts'
import { siteCalls } from '#shared/rpc/site-calls.ts'
import type { BatchService } from './batch-service.ts'
import type { LocalShards } from './shards/rpc/local-shards.ts'
import { serveShards } from './shards/rpc/serve-shards.ts'

export interface BatchesServerOptions {
  /** `host:port`. Port 0 takes any free port. */
  readonly listen: string
  readonly batches: BatchService
  /** Served as well, to other batch parts. Absent: shards are not served. */
  readonly shards?: LocalShards
  readonly secret: PartsSecret
  readonly log: CallLog & RefusalLog
}

/** A client that vanishes without closing its connection is dropped after these times together. */
const keepaliveOptions = { 'grpc.keepalive_time_ms': 10_000, 'grpc.keepalive_timeout_ms': 5000 }

/**
 * Serves `proto/batches.proto`, `proto/shards.proto` where shards are given, and the standard health service.
 * Rejects when it cannot listen at the address. `close` aborts all streams at once: clients start them again.
 */
export async function startBatchesServer({
  listen,
  batches,
  shards,
  secret,
  log,
}: BatchesServerOptions): Promise<GrpcServer> {
  const closing = new AbortController()
  const calls = (service: string) => makeServerCalls({ service, closing: closing.signal, log })
  const server = await startGrpcServer({
    listen,
    services: [
      serveBatches(batches, calls('batches')),
      ...(shards === undefined ? [] : [serveShards(shards, calls('shard'))]),
    ],
    maxMessageBytes: MAX_MESSAGE_BYTES,
    ...{ secret, log },
    more: keepaliveOptions,
  })
  return {
    ...server,
    close(graceMs) {
      closing.abort()
      return server.close(graceMs)
    },
  }
}

function serveBatches(batches: BatchService, calls: ServerCalls): GrpcService {
  const { unary, receiver, sender } = calls
  const onBatch = (work: (request: BatchRequest) => Promise<BatchStatus | null>) =>
    unary(async (request: BatchRequest) => batchReply.encode(await work(request)))
  const implementation = {
    Submit: receiver<SubmitRequest, unknown>(async (call, signal) =>
      batchReply.encode(await receiveBatch(batches, call, signal)),
    ),
    GetStatus: onBatch(({ hosts, ...named }) => batches.status(named, hosts)),
    List: unary(async (request) => batchPage.encode(await batches.list(batchListing.decode(request)))),
    Pause: onBatch((named) => batches.pause(named)),
    Resume: onBatch((named) => batches.resume(named)),
    Cancel: onBatch((named) => batches.cancel(named)),
    Results: sender<ResultsRequest>(({ after, isFollowing, ...named }, signal) =>
      batches.results(named, { after, isFollowing, signal }),
    ),
    ...siteCalls(batches, calls),
  }
  return { name: serviceName, definition: batchesService, implementation }
}

/** The first message is the request, the others are the body. */
async function receiveBatch(
  batches: BatchService,
  call: ServerReadableStream<SubmitRequest, unknown>,
  signal: AbortSignal,
): Promise<BatchStatus> {
  signal.throwIfAborted()
  signal.addEventListener('abort', () => call.destroy(unavailable('batches')))
  const messages = call[Symbol.asyncIterator]() as AsyncIterator<SubmitRequest>
  const { value } = await messages.next()
  const request = (value as SubmitRequest | undefined)?.batch
  if (!request) throw new Failure('VALIDATION_ERROR', 'The first message must contain the request')
  return batches.submit(newBatch.decode(request), bodyChunks(messages), signal)
}

/**
 * gRPC ends the messages of a cancelled call like those of a complete one. Only `isWhole` marks a complete
 * body.
 */
async function* bodyChunks(messages: AsyncIterator<SubmitRequest>): AsyncGenerator<Uint8Array> {
  for (let next = await messages.next(); !next.done; next = await messages.next()) {
    if (next.value.isWhole) return
    if (next.value.piece) yield next.value.piece
  }
  throw unavailable('batches', new Error('the body was cut off'))
}
