import { type BatchService, type BatchStatus, endedCount, hasEnded } from '../client/batch-service.ts'
import type { RetryPolicy } from '../client/retry-policy.ts'
import { ServiceError } from '../errors.ts'
import { completeLines, lastResultNumber } from './result-lines.ts'

/** Number of consecutive streams that may end without a line although there are more results. */
const MAX_EMPTY_STREAMS = 5
const PAUSE_MS = 1000

export interface Download {
  readonly service: BatchService
  readonly id: string
  /** Only results with a number above this one. */
  readonly after: number
  /** Whether to stay until the batch has ended. */
  readonly isFollowing: boolean
  readonly retryPolicy: RetryPolicy
  /** Waits this many milliseconds; rejects when the command is interrupted. */
  readonly pause: (ms: number) => Promise<void>
}

/** The progress of a download. */
interface DownloadPosition {
  after: number
  status: BatchStatus
  /** Number of consecutive streams that ended without a line although one was due. */
  emptyStreams: number
}

/**
 * Yields whole result lines in order, several in a chunk, each exactly once. A stream that breaks or ends too early
 * is requested again from its last whole line. The first call is not retried.
 */
export async function* downloadLines(download: Download): AsyncGenerator<Buffer> {
  const { service, id, after, isFollowing, retryPolicy } = download
  const position: DownloadPosition = { after, status: await service.status(id), emptyStreams: 0 }
  const present = endedCount(position.status)
  const isComplete = () =>
    isFollowing
      ? hasEnded(position.status) && position.after >= endedCount(position.status)
      : position.after >= present
  while (!isComplete()) {
    try {
      yield* streamOnce(download, position)
    } catch (error) {
      await retryPolicy.afterFailure(error)
    }
  }
}

async function* streamOnce(download: Download, position: DownloadPosition): AsyncGenerator<Buffer> {
  const { service, id, isFollowing, retryPolicy, pause } = download
  const { after } = position
  for await (const chunk of completeLines(await service.results(id, after, isFollowing))) {
    position.after = lastResultNumber(chunk)
    retryPolicy.afterSuccess()
    yield chunk
  }
  const isEmpty = position.after === after
  if (isEmpty) await pause(PAUSE_MS)
  position.status = await service.status(id)
  retryPolicy.afterSuccess()
  position.emptyStreams = isEmpty && after < endedCount(position.status) ? position.emptyStreams + 1 : 0
  if (position.emptyStreams > MAX_EMPTY_STREAMS) throw incompleteError(after)
}

function incompleteError(after: number): ServiceError {
  const message = `The service counts results after number ${after} but does not send them`
  return new ServiceError(message, { isTransient: false })
}
