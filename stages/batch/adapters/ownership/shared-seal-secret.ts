import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { retryWhileUnavailable } from '#shared/async/retry-while-unavailable.ts'
import type { Log } from '#shared/log.ts'
import type { KeyValues } from '#shared/ports/result-store.ts'
import { SEAL_SECRET_KEY } from '#shared/store/keys.ts'
import { readOrCreate } from './owned-folder.ts'

const BYTES = 32
/** A store that lost its data gets the secret again within this time, in milliseconds. */
const REWRITE_MS = 5000

/** The secret of all batch parts. */
export interface SharedSealSecret {
  readonly secret: string
  close(): void
}

/**
 * Opens the secret that seals the requests of several batch parts, and that the stages read in the store until `close`. The
 * first part makes it, the others take it over from the store; each keeps it in its folder, so that it survives a loss of the
 * store. Waits while the store is unavailable.
 */
export async function openSharedSealSecret(
  folder: string,
  store: Pick<KeyValues, 'claim'>,
  log: Log,
): Promise<SharedSealSecret> {
  const path = join(folder, 'seal-secret')
  let secret = readOrCreate(path, () => randomBytes(BYTES).toString('base64url'))

  async function agree(): Promise<void> {
    const stored = await store.claim(SEAL_SECRET_KEY, secret, null)
    if (stored === secret) return
    writeFileSync(path, stored, { mode: 0o600, flush: true })
    secret = stored
  }

  await retryWhileUnavailable(agree)
  const renew = () =>
    agree().catch((err: unknown) => log.debug({ err }, 'the seal secret could not be stored'))
  const timer = setInterval(renew, REWRITE_MS).unref()
  return {
    get secret() {
      return secret
    },
    close: () => clearInterval(timer),
  }
}
