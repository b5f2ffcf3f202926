import { unavailable } from '#shared/errors.ts'
import type { Batches } from '#shared/ports/batches.ts'
import type { FormerBatches } from './with-former.ts'

export interface FindOptions {
  /** The former frontier, when this process has it. */
  readonly here: FormerBatches | null
  /** `host:port` of the batch part that has it; null = none has. */
  announced(): string | null
  /** Where other parts reach this one. */
  ownAddress(): string | null
  /** The batches of another part. */
  connect(address: string): Batches
}

/** Finds the former frontier, wherever it is. */
export interface FormerFinder {
  /** Null when there is none. Throws `SERVICE_UNAVAILABLE` while it is not where it was announced. */
  find(): FormerBatches | null
  close(): void
}

/** Makes a finder. It keeps one connection. */
export function makeFormerFinder({ here, announced, ownAddress, connect }: FindOptions): FormerFinder {
  let last: { readonly address: string; readonly batches: Batches } | null = null

  function at(address: string): Batches {
    if (last?.address === address) return last.batches
    last?.batches.close()
    last = { address, batches: connect(address) }
    return last.batches
  }

  return {
    find() {
      if (here !== null) return here
      const address = announced()
      if (address === null) return null
      // It was announced by a former process here. This one would ask itself.
      if (address === ownAddress()) throw unavailable('batches')
      return at(address)
    },
    close: () => last?.batches.close(),
  }
}
