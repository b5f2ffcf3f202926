import { randomBytes } from 'node:crypto'
import { retryWhileUnavailable } from '#shared/async/retry-while-unavailable.ts'
import type { Log } from '#shared/log.ts'
import type { KeyValues } from '#shared/ports/result-store.ts'
import type { PartsSecret } from '#shared/rpc/parts-secret.ts'
import { PARTS_SECRET_KEY } from './keys.ts'

export interface PartsSecretOptions {
  /** PARTS_SECRET; '' = the secret in the store. */
  readonly configured: string
  readonly store: Pick<KeyValues, 'claim'>
  readonly log: Log
}

const BYTES = 32
/** A store that lost its data gets the secret again within this time, in milliseconds. */
const REWRITE_MS = 5000

/**
 * Opens the secret of the parts: the configured one, else the one in the store, which the first part makes. Waits while the
 * store is unavailable. Parts that disagree after a loss of the store agree again within `REWRITE_MS`.
 */
export async function openPartsSecret({
  configured,
  store,
  log,
}: PartsSecretOptions): Promise<OpenPartsSecret> {
  if (configured !== '') return { current: () => configured, close: () => undefined }
  let secret = randomBytes(BYTES).toString('base64url')
  let hasWarned = false

  async function agree(): Promise<void> {
    secret = await store.claim(PARTS_SECRET_KEY, secret, null)
  }
  async function agreeOrWarn(): Promise<void> {
    try {
      await agree()
    } catch (err) {
      if (!hasWarned)
        log.warn(
          { err },
          'waiting for the store, which keeps the secret of the parts: PARTS_SECRET is not set',
        )
      hasWarned = true
      throw err
    }
  }

  await retryWhileUnavailable(agreeOrWarn)
  const renew = () =>
    agree().catch((err: unknown) => log.debug({ err }, 'the secret of the parts could not be stored'))
  const timer = setInterval(renew, REWRITE_MS).unref()
  return { current: () => secret, close: () => clearInterval(timer) }
}

/** Is followed in the store until `close`. */
export interface OpenPartsSecret extends PartsSecret {
  close(): void
}
