import { setTimeout as sleep } from 'node:timers/promises'
import { lastNumber, wholeLines } from './lines.ts'
import type { Patience } from './patience.ts'
import type { Service } from './service.ts'
import { ServiceError } from './service-error.ts'
import { endedCount, hasEnded, type Status } from './status.ts'

/** Streams in a row that may end without a line though there are more results. */
const MOST_EMPTY = 5
const PAUSE_MS = 1000

export interface Download {
  readonly service: Service
  readonly id: string
  /** Results with a number above this one. */
  readonly after: number
  /** Stay until the batch has ended. */
  readonly isFollowing: boolean
  readonly patience: Patience
  readonly signal: AbortSignal
}

/** How far a download has come. */
interface Place {
  after: number
  status: Status
  /** Streams in a row that ended without a line though there is one. */
  empty: number
}

/**
 * Whole lines of results in their order, several in a piece, each once: a stream that breaks or ends too early is asked
 * for again behind its last whole line. The first call is not tried again.
 */
export async function* downloadLines(download: Download): AsyncGenerator<Buffer> {
  const { service, id, after, isFollowing, patience } = download
  const place: Place = { after, status: await service.status(id), empty: 0 }
  const present = endedCount(place.status)
  const isComplete = () =>
    isFollowing ? hasEnded(place.status) && place.after >= endedCount(place.status) : place.after >= present
  while (!isComplete()) {
    try {
      yield* streamOnce(download, place)
    } catch (error) {
      await patience.afterFailure(error)
    }
  }
}

async function* streamOnce(download: Download, place: Place): AsyncGenerator<Buffer> {
  const { service, id, isFollowing, patience, signal } = download
  const { after } = place
  for await (const piece of wholeLines(await service.results(id, after, isFollowing))) {
    place.after = lastNumber(piece)
    patience.afterSuccess()
    yield piece
  }
  const isEmpty = place.after === after
  if (isEmpty) await sleep(PAUSE_MS, undefined, { signal })
  place.status = await service.status(id)
  patience.afterSuccess()
  place.empty = isEmpty && after < endedCount(place.status) ? place.empty + 1 : 0
  if (place.empty > MOST_EMPTY) throw incomplete(after)
}

function incomplete(after: number): ServiceError {
  const message = `Results behind number ${after} are counted but don't come`
  return new ServiceError(message, { isPassing: false })
}
