import { isUnavailable } from '#shared/errors.ts'
import type { KeyValues } from '#shared/ports/result-store.ts'
import type { Allowance } from './http/allowance.ts'

/** Failed authentications by client. */
export interface FailedAttempts {
  /**
   * Notes one more. Null while the client may fail; else its failures are refused until the allowance's end. While the
   * store is away nobody is refused anew: keys can't be tried then either.
   */
  note(client: string): Promise<Allowance | null>
}

export interface FailedAttemptOptions {
  /** Failures of one client within a minute that are not refused. */
  readonly limit: number
}

/** Length of a window, which begins with a client's first failure, and of a refusal. */
const MINUTE_SECONDS = 60
/** Refused clients that are known without asking the store; the others are asked for again. */
const REMEMBERED = 10_000

/** Counts in the store, so that a client has one count at all gateways; successful calls cost nothing. */
export function makeFailedAttempts(store: KeyValues, { limit }: FailedAttemptOptions): FailedAttempts {
  /** When each refusal ends, in milliseconds since the epoch. */
  const refused = new Map<string, number>()

  async function ask(client: string): Promise<number | null> {
    const known = await store.get(`refused:${client}`)
    if (known !== null) return Number(known)
    const failures = await store.increment(`failures:${client}`, 1, MINUTE_SECONDS)
    if (failures <= limit) return null
    const end = String(Date.now() + MINUTE_SECONDS * 1000)
    return Number(await store.claim(`refused:${client}`, end, MINUTE_SECONDS))
  }

  function remember(client: string, end: number): void {
    const [oldest] = refused.keys()
    if (refused.size >= REMEMBERED && oldest !== undefined) refused.delete(oldest)
    refused.set(client, end)
  }

  return {
    async note(client) {
      const remembered = refused.get(client) ?? 0
      if (remembered > Date.now()) return refusal(limit, remembered)
      refused.delete(client)
      const end = await ask(client).catch(nullWhileAway)
      if (end === null) return null
      remember(client, end)
      return refusal(limit, end)
    },
  }
}

function nullWhileAway(error: unknown): null {
  if (isUnavailable(error)) return null
  throw error
}

function refusal(limit: number, end: number): Allowance {
  const resetAfter = Math.max(1, Math.ceil((end - Date.now()) / 1000))
  return { limit, remaining: 0, reset: Math.ceil(end / 1000), resetAfter }
}
