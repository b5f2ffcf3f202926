import { packAhead, unpackAhead } from '#shared/pipeline/finished-ahead.ts'

/**
 * What this process knows of one partition: which records run, which are finished, and so how far may be committed.
 * It outlives a rejoin, so that records which come again are neither started twice nor forgotten.
 */
export interface Progress {
  /** The partition was (re)assigned: the group stands at `offset`, with what was finished beyond it. */
  resume(offset: number, metadata: string): void
  /** Whether the record is to be started: false when it runs already or is finished. */
  begin(offset: number): boolean
  finish(offset: number): void
  /** The record was not started after all; it may come again. */
  abandon(offset: number): void
  /** The offset below which all is finished, with what is finished beyond. */
  position(): { offset: number; metadata: string }
  /** How many records are remembered: running, and finished beyond a running one. */
  size(): number
}

export function makeProgress(): Progress {
  /** What is not settled yet, ascending: running, finished beyond an unfinished one, or abandoned. */
  let offsets: number[] = []
  let finished = new Set<number>()
  let running = new Set<number>()
  /** All below is finished. */
  let base = 0
  /** All below was received since the last assignment: nothing beyond may count as contiguous. */
  let received = 0

  function advance(): void {
    let count = 0
    for (const offset of offsets) {
      if (offset > received || !finished.delete(offset)) break
      base = Math.max(base, offset + 1)
      received = Math.max(received, base)
      count += 1
    }
    if (count > 0) offsets = offsets.slice(count)
  }

  return {
    resume(offset, metadata) {
      base = Math.max(base, offset)
      received = base
      finished = new Set([...finished, ...unpackAhead(offset, metadata)].filter((one) => one >= base))
      running = new Set([...running].filter((one) => one >= base))
      offsets = [...new Set([...finished, ...running])].sort((a, b) => a - b)
      advance()
    },
    begin(offset) {
      received = Math.max(received, offset + 1)
      const isNew = offset >= base && !running.has(offset) && !finished.has(offset)
      if (isNew) {
        running.add(offset)
        insert(offsets, offset)
      }
      advance()
      return isNew
    },
    finish(offset) {
      if (!running.delete(offset)) return
      finished.add(offset)
      if (offsets[0] === offset) advance()
    },
    abandon(offset) {
      running.delete(offset)
    },
    position() {
      const offset = Math.min(offsets[0] ?? received, received)
      const ahead = offsets.filter((one) => one > offset && finished.has(one))
      return { offset, metadata: packAhead(offset, ahead) }
    },
    size: () => offsets.length,
  }
}

/** Keeps the list ascending; records nearly always arrive at its end. */
function insert(offsets: number[], offset: number): void {
  let at = offsets.length
  while (at > 0 && (offsets[at - 1] as number) > offset) at -= 1
  if (offsets[at - 1] !== offset) offsets.splice(at, 0, offset)
}
