import type { AddedLines, BatchStatus } from '../client/batch-service.ts'
import { type CommandContext, Interrupted } from '../command.ts'
import { ServiceError } from '../errors.ts'
import { cutPieces, type Piece, withoutLines } from './cut-pieces.ts'

/** The lines of a batch. */
export interface Input {
  readonly stream: AsyncIterable<Uint8Array | string>
  /** Size in bytes; null when it is not known. */
  readonly total: number | null
}

type Uploader = Pick<CommandContext, 'service' | 'retryPolicy' | 'display' | 'signal'>

/**
 * Opens a batch, sends its lines in pieces and starts it. Where the connection breaks, or the service is unavailable for a while,
 * it goes on with the first line that is missing. A failure leaves the batch open, and a note says so.
 */
export async function sendLines(
  context: Uploader,
  query: Readonly<Record<string, string>>,
  input: Input,
): Promise<BatchStatus> {
  const { service, display, signal } = context
  const { id } = await retrying(context, () => service.open(query), isAbsent)
  let lines = 0
  try {
    for await (const sent of sendPieces(context, id, input)) lines = sent
    return await retrying(context, () => service.change(id, 'start'))
  } catch (error) {
    if (signal.aborted) throw new Interrupted(describeOpen(id, lines))
    display.note(describeOpen(id, lines))
    throw error
  }
}

function describeOpen(id: string, lines: number): string {
  return `The batch ${id} is open with ${lines} lines, and nothing of it runs. It is removed after 24 hours without lines.
Start it as it is: npm run -s batch -- start ${id}
Cancel it: npm run -s batch -- cancel ${id}`
}

/** Nothing listens at the URL: it is most likely wrong, and nothing was sent yet. */
function isAbsent(error: unknown): boolean {
  return error instanceof ServiceError && error.isAbsent
}

/** Repeats a call that changes nothing when it is repeated. */
async function retrying<T>(
  { retryPolicy }: Pick<Uploader, 'retryPolicy'>,
  call: () => Promise<T>,
  isFinal: (error: unknown) => boolean = () => false,
): Promise<T> {
  for (;;) {
    try {
      const result = await call()
      retryPolicy.afterSuccess()
      return result
    } catch (error) {
      if (isFinal(error)) throw error
      await retryPolicy.afterFailure(error)
    }
  }
}

/** A shorter upload shows no progress. In milliseconds. */
const QUIET_MS = 1000

/** Sends the lines in pieces; yields how many lines were sent after each. */
async function* sendPieces(
  context: Uploader,
  id: string,
  { stream, total }: Input,
): AsyncGenerator<number, void> {
  const startedAt = performance.now()
  let [lines, bytes] = [0, 0]
  for await (const piece of cutPieces(stream, context.signal)) {
    await sendPiece(context, id, lines + 1, piece)
    lines += piece.lines
    bytes += piece.body.length
    yield lines
    const ms = performance.now() - startedAt
    if (ms >= QUIET_MS) context.display.upload({ bytes, total, lines, seconds: ms / 1000 })
  }
}

const NO_LINES = Buffer.alloc(0)

/** Sends a piece. After a failure it sends what the service misses of it. */
async function sendPiece(context: Uploader, id: string, first: number, piece: Piece): Promise<void> {
  const { service, retryPolicy } = context
  let [from, left] = [first, piece]
  const moveTo = ({ next }: AddedLines) => {
    if (next <= from) return
    // The service gets on, although slowly.
    retryPolicy.afterSuccess()
    left = withoutLines(left, next - from)
    from = next
  }
  for (;;) {
    try {
      await service.addLines(id, from, left.body)
      retryPolicy.afterSuccess()
      return
    } catch (error) {
      await retryPolicy.afterFailure(error)
      await service.addLines(id, from, NO_LINES).then(moveTo, () => undefined)
    }
  }
}
