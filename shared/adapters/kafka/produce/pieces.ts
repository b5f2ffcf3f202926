import type { NewRecord } from '#shared/ports/event-log.ts'
import { recordBytes } from '../../common/record-size.ts'
import type { PartitionAppend } from './partition-append.ts'

/** Successive records of an append. */
export interface Piece {
  readonly append: PartitionAppend
  readonly records: readonly NewRecord[]
  readonly bytes: number
  /** Whether it shares its batch with no other piece. */
  readonly isAlone: boolean
}

/** What a request may still take. */
export interface Room {
  readonly bytes: number
  readonly records: number
}

/** All records of an append. */
export function wholePiece(append: PartitionAppend): Piece {
  return pieceOf(append, append.records, false)
}

/** The two halves of a piece of several records, each alone. */
export function halvesOf({ append, records }: Piece): Piece[] {
  const middle = Math.ceil(records.length / 2)
  return [records.slice(0, middle), records.slice(middle)].map((half) => pieceOf(append, half, true))
}

/**
 * Removes from the queue the pieces that make up one batch: the oldest ones that fit into the room. If `mustTake`, it takes
 * the first records in any case, though not more than fit.
 */
export function takePieces(queue: Piece[], room: Room, mustTake: boolean): Piece[] {
  const taken: Piece[] = []
  let left = room
  for (let next = queue[0]; next !== undefined && goesWith(next, taken); next = queue[0]) {
    if (next.bytes > left.bytes || next.records.length > left.records) break
    taken.push(next)
    queue.shift()
    left = { bytes: left.bytes - next.bytes, records: left.records - next.records.length }
  }
  const [first] = queue
  if (mustTake && taken.length === 0 && first !== undefined) taken.push(splitFirst(queue, first, room))
  return taken
}

function goesWith({ isAlone }: Piece, [first]: readonly Piece[]): boolean {
  return first === undefined || !(isAlone || first.isAlone)
}

/** Takes of the first piece as many records as fit, one at least; the others stay in the queue. */
function splitFirst(queue: Piece[], first: Piece, room: Room): Piece {
  let bytes = recordBytes(first.records[0] as NewRecord)
  let count = 1
  for (const record of first.records.slice(1, room.records)) {
    bytes += recordBytes(record)
    if (bytes > room.bytes) break
    count += 1
  }
  const rest = first.records.slice(count)
  if (rest.length === 0) queue.shift()
  else queue[0] = pieceOf(first.append, rest, first.isAlone)
  return pieceOf(first.append, first.records.slice(0, count), first.isAlone)
}

function pieceOf(append: PartitionAppend, records: readonly NewRecord[], isAlone: boolean): Piece {
  const bytes = records.reduce((sum, record) => sum + recordBytes(record), 0)
  return { append, records, bytes, isAlone }
}
