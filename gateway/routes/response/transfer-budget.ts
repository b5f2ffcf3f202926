import { Failure } from '#shared/errors.ts'

/** Limits the memory of transfers of stored objects to clients, which may read slowly. */
export interface TransferBudget {
  /**
   * Charges a transfer of this many bytes to the client. Throws `SERVICE_UNAVAILABLE` when the budget is spent. Returns
   * a function that ends the charge; call it once.
   */
  acquire(client: string, bytes: number): () => void
}

const MIB = 1024 * 1024
/** Memory of all transfers of a gateway at a time, in bytes. */
const MAX_BYTES = 128 * MIB
/** Maximum memory of one transfer, in bytes: chunks of the store, of the answer and of its socket. */
const BYTES_PER_TRANSFER = 256 * 1024
/** Maximum share of one client, so that it cannot use up the budget alone. */
const CLIENT_SHARE = 0.5

/** Makes a budget of `maxBytes` for all transfers. */
export function makeTransferBudget(maxBytes = MAX_BYTES): TransferBudget {
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
