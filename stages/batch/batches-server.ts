import type { ServerReadableStream } from '@grpc/grpc-js'
import { Failure, unavailable } from '#shared/errors.ts'
import type { StoredLines } from '#shared/ports/batch-lines.ts'
import type { BatchStatus } from '#shared/ports/batches.ts'
import {
  batchListing,
  batchPage,
  batchReply,
  linesOf,
  linesReply,
  newBatch,
} from '#shared/rpc/batches/messages.ts'
import {
  type BatchRequest,
  batchesService,
  type LinesRequest,
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

export interface BatchesServerOptions {
  /** `host:port`. Port 0 takes any free port. */
  readonly listen: string
  readonly batches: BatchService
  readonly secret: PartsSecret
  readonly log: CallLog & RefusalLog
}

/** A client that vanishes without closing its connection is dropped after these times together. */
const keepaliveOptions = { 'grpc.keepalive_time_ms': 10_000, 'grpc.keepalive_timeout_ms': 5000 }

/**
 * Serves `proto/batches.proto` and the standard health service. Rejects when it cannot listen at the address. `close` aborts all streams at once: clients start them again.
 */
export async function startBatchesServer({
  listen,
  batches,
  secret,
  log,
}: BatchesServerOptions): Promise<GrpcServer> {
  const closing = new AbortController()
  const calls = makeServerCalls({ service: 'batches', closing: closing.signal, log })
  const server = await startGrpcServer({
    listen,
    services: [serveBatches(batches, calls)],
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
      batchReply.encode(await receiveBatch(batches.submit, call, signal)),
    ),
    Open: receiver<SubmitRequest, unknown>(async (call, signal) =>
      batchReply.encode(await receiveBatch(batches.open, call, signal)),
    ),
    AddLines: receiver<LinesRequest, unknown>(async (call, signal) =>
      linesReply.encode(await receiveLines(batches, call, signal)),
    ),
    Start: onBatch((named) => batches.start(named)),
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

async function receiveBatch(
  create: BatchService['submit' | 'open'],
  call: ServerReadableStream<SubmitRequest, unknown>,
  signal: AbortSignal,
): Promise<BatchStatus> {
  const { first, body } = await receive(call, signal)
  return create(newBatch.decode(asked(first.batch)), body, signal)
}

async function receiveLines(
  batches: BatchService,
  call: ServerReadableStream<LinesRequest, unknown>,
  signal: AbortSignal,
): Promise<StoredLines | null> {
  const { first, body } = await receive(call, signal)
  const { from, quota, ...named } = linesOf.decode(asked(first.lines))
  return batches.addLines(named, { from, body, signal, ...(quota && { quota }) })
}

type Message = Pick<SubmitRequest, 'piece' | 'isWhole'>

/** The first message is the request, the others are the body. */
async function receive<Request extends Message>(
  call: ServerReadableStream<Request, unknown>,
  signal: AbortSignal,
): Promise<{ readonly first: Partial<Request>; readonly body: AsyncIterable<Uint8Array> }> {
  signal.throwIfAborted()
  signal.addEventListener('abort', () => call.destroy(unavailable('batches')))
  const messages = call[Symbol.asyncIterator]() as AsyncIterator<Request>
  const { value, done } = await messages.next()
  return { first: done ? {} : value, body: bodyChunks(messages) }
}

function asked(request: unknown): unknown {
  if (!request) throw new Failure('VALIDATION_ERROR', 'The first message must contain the request')
  return request
}

/**
 * gRPC ends the messages of a cancelled call like those of a complete one. Only `isWhole` marks a complete
 * body.
 */
async function* bodyChunks(messages: AsyncIterator<Message>): AsyncGenerator<Uint8Array> {
  for (let next = await messages.next(); !next.done; next = await messages.next()) {
    if (next.value.isWhole) return
    if (next.value.piece) yield next.value.piece
  }
  throw unavailable('batches', new Error('the body was cut off'))
}
