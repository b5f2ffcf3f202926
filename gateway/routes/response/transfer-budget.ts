import { Failure } from '#shared/errors.ts'

/** Objects of the store on their way to clients, which read as slowly as they like. */
export interface TransferBudget {
  /**
   * Begins to send so many bytes to a client. Throws `SERVICE_UNAVAILABLE` when too many are under way. What it returns is
   * called once, at the end.
   */
  acquire(client: string, bytes: number): () => void
}

/** The most that one transfer takes in memory, in bytes: chunks of the store, of the answer and of its socket. */
const BYTES_PER_TRANSFER = 256 * 1024
/** The part of all that one client may take, so that nobody shuts out the others alone. */
const CLIENT_SHARE = 0.5

/** `maxBytes` bounds what all transfers take together. */
export function makeTransferBudget(maxBytes: number): TransferBudget {
  const byClient = new Map<string, number>()
  let total = 0

  function change(client: string, by: number): void {
    total += by
    const held = (byClient.get(client) ?? 0) + by
    if (held === 0) byClient.delete(client)
    else byClient.set(client, held)
  }

  return {
    acquire(client, bytes) {
      const taken = Math.min(bytes, BYTES_PER_TRANSFER)
      const held = (byClient.get(client) ?? 0) + taken
      if (total + taken > maxBytes || held > maxBytes * CLIENT_SHARE) throw tooMany()
      change(client, taken)
      return () => change(client, -taken)
    },
  }
}

function tooMany(): Failure {
  return new Failure('SERVICE_UNAVAILABLE', 'Too many images and values are being sent; try again later')
}
