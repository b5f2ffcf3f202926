import { unavailable } from '#shared/errors.ts'
import type { TopicPartition } from '#shared/ports/event-log.ts'
import { type BatchIdentity, type NewBatch, NO_IDENTITY } from '../protocol/batch-encoder.ts'
import { mayBeWritten, remedyFor } from './append-errors.ts'
import type { PartitionAppend } from './partition-append.ts'
import { halvesOf, type Piece, type Room, takePieces, wholePiece } from './pieces.ts'
import { NO_PRODUCER, type ProducerId } from './producer-ids.ts'

/** `place`: the topic is named as on the broker. */
export interface PartitionQueueOptions {
  readonly place: TopicPartition
  /** Whether batches are compressed from now on. */
  isPacked(): boolean
  /** The id of the topic, which is another one when it was made anew; '' if unknown. */
  topicId(): string
  /** A producer id that differs from the former one. */
  producerId(former: ProducerId | null): Promise<ProducerId>
  /** Has the leader of the partition take a batch soon. Throws if none is known. */
  offer(queue: PartitionQueue): void
  /** Resolves when it is time to try again. */
  refreshLeader(): Promise<void>
}

/** Under what batches are sent: the brokers count the records of a producer in a partition. */
interface Identity {
  readonly id: ProducerId
  readonly topicId: string
  /** Of the next record. */
  sequence: number
}

/** A batch from when it is first sent until all is known about it. */
export interface Batch {
  readonly message: NewBatch
  readonly pieces: readonly Piece[]
  /** As `recordBytes` counts. */
  readonly bytes: number
  /** Whether the log may have it. */
  isInDoubt: boolean
}

/** Behind the last sequence comes 0 (Kafka, "Record Batch"). */
const SEQUENCES = 2 ** 31

/**
 * Appends to one partition in order. One batch is under way at a time, over any number of connections and leaders; it is
 * sent again with the same records under the same number, and a broker that has it already answers where it is. When a
 * batch that may be in the log is given up, the next one has another producer id, whose numbers begin anew.
 */
export class PartitionQueue {
  readonly #options: PartitionQueueOptions
  #waiting: Piece[] = []
  #identity: Identity | null = null
  #formerId: ProducerId | null = null
  #batch: Batch | null = null
  #state: 'idle' | 'offered' | 'sent' | 'waits' = 'idle'
  #rested = Promise.withResolvers<void>()

  constructor(options: PartitionQueueOptions) {
    this.#options = options
    this.#rested.resolve()
  }

  /** Whether what is to be sent may wait for more. */
  get mayLinger(): boolean {
    return this.#batch === null && this.#waiting.every(({ append }) => append.mayLinger)
  }

  /** Resolves when nothing waits or is under way. */
  get rested(): Promise<void> {
    return this.#rested.promise
  }

  append(append: PartitionAppend): void {
    this.#waiting.push(wholePiece(append))
    if (this.#state === 'offered') this.#options.offer(this)
    if (this.#state !== 'idle') return
    this.#rested = Promise.withResolvers<void>()
    this.#proceed()
  }

  /**
   * The batch to send now: `null` if it does not fit into the room, unless it must be taken; `nothing` if there is none, as
   * all that was offered has expired. After a batch, `succeeded` or `failed` is called before the next one is taken.
   */
  take(room: Room, mustTake: boolean): Batch | null | 'nothing' {
    this.#prune()
    if (this.#batch === null && this.#waiting.length === 0) {
      this.#rest()
      return 'nothing'
    }
    if (this.#identity === null) {
      this.#proceed()
      return 'nothing'
    }
    this.#batch ??= this.#formed(room, mustTake)
    if (this.#batch === null || !(mustTake || fits(this.#batch, room))) return null
    this.#state = 'sent'
    return this.#batch
  }

  /** The batch is durable, with its first record at this offset. */
  succeeded(baseOffset: number): void {
    const { pieces, message } = this.#batch as Batch
    const identity = this.#identity as Identity
    identity.sequence = (identity.sequence + message.records.length) % SEQUENCES
    this.#batch = null
    let offset = baseOffset
    for (const { append, records } of pieces) {
      append.resolve(offset, records.length)
      offset += records.length
    }
    this.#proceed()
  }

  /** The leader refused the batch, or has not answered. */
  failed(error: unknown): void {
    const batch = this.#batch as Batch
    batch.isInDoubt ||= mayBeWritten(error)
    const remedy = remedyFor(error)
    if (remedy === 'smaller') this.#split(batch, error)
    if (remedy === 'up') this.#giveUp(batch, error)
    if (remedy === 'anew') this.#loseIdentity()
    if (remedy === 'smaller' || remedy === 'up') this.#proceed()
    else void this.#proceedLater()
  }

  #proceed(): void {
    this.#state = 'waits'
    this.#prune()
    if (this.#batch === null && this.#waiting.length === 0) this.#rest()
    else if (this.#isIdentified()) this.#offer()
    else void this.#identify()
  }

  async #proceedLater(): Promise<void> {
    this.#state = 'waits'
    await this.#options.refreshLeader()
    this.#proceed()
  }

  #rest(): void {
    this.#state = 'idle'
    this.#rested.resolve()
  }

  #offer(): void {
    try {
      this.#options.offer(this)
      this.#state = 'offered'
    } catch {
      void this.#proceedLater()
    }
  }

  #isIdentified(): boolean {
    if (this.#identity !== null && this.#identity.topicId !== this.#options.topicId()) this.#loseIdentity()
    return this.#identity !== null
  }

  async #identify(): Promise<void> {
    try {
      const id = await this.#options.producerId(this.#formerId)
      this.#identity = { id, topicId: this.#options.topicId(), sequence: 0 }
      this.#proceed()
    } catch {
      await this.#proceedLater()
    }
  }

  /** What is under way is sent under the next identity. */
  #loseIdentity(): void {
    this.#formerId = this.#identity?.id ?? null
    this.#identity = null
    this.#waiting.unshift(...(this.#batch?.pieces ?? []))
    this.#batch = null
  }

  /** Removes what nobody waits for any more. */
  #prune(): void {
    const batch = this.#batch
    if (batch?.pieces.every(({ append }) => append.isOver)) this.#giveUp(batch, null)
    if (this.#waiting.some(({ append }) => append.isOver))
      this.#waiting = this.#waiting.filter(({ append }) => !append.isOver)
  }

  #giveUp({ pieces, isInDoubt }: Batch, error: unknown): void {
    for (const { append } of pieces) append.reject(unavailable('event log', error))
    this.#batch = null
    if (isInDoubt) this.#loseIdentity()
  }

  #split({ pieces: [first, ...others] }: Batch, error: unknown): void {
    const piece = first as Piece
    this.#batch = null
    if (others.length > 0)
      this.#waiting.unshift(...[piece, ...others].map((one) => ({ ...one, isAlone: true })))
    else if (piece.records.length > 1) this.#waiting.unshift(...halvesOf(piece))
    else piece.append.reject(new RangeError('A record is too large for its topic', { cause: error }))
  }

  #formed(room: Room, mustTake: boolean): Batch | null {
    const pieces = takePieces(this.#waiting, room, mustTake)
    if (pieces.length === 0) return null
    const { place } = this.#options
    const isPacked = this.#options.isPacked()
    const records = pieces.flatMap((piece) => piece.records)
    const bytes = pieces.reduce((sum, piece) => sum + piece.bytes, 0)
    return {
      pieces,
      bytes,
      isInDoubt: false,
      message: { ...place, isPacked, records, identity: this.#stamp() },
    }
  }

  #stamp(): BatchIdentity {
    const { id, sequence } = this.#identity as Identity
    return id === NO_PRODUCER ? NO_IDENTITY : { ...id, sequence }
  }
}

function fits({ bytes, message }: Batch, room: Room): boolean {
  return bytes <= room.bytes && message.records.length <= room.records
}
