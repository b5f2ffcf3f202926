import { randomBytes } from 'node:crypto'
import type { Log } from '#shared/log.ts'
import type { KeyValues } from '#shared/ports/result-store.ts'
import { SEAL_SECRET_KEY } from '#shared/store/keys.ts'
import type { Close } from './open-frontier.ts'

const BYTES = 32
/** A store that lost its data gets the secret again within this time, in milliseconds. */
const REWRITE_MS = 5000

export const newSealSecret = (): string => randomBytes(BYTES).toString('base64url')

/**
 * Publishes the secret that seals the requests of the batch parts: the stages read it in the store. It is there when this
 * resolves, or, while the store is unavailable, as soon as it is back; also in a store that loses its data later. The returned
 * function ends that.
 */
export async function publishSealSecret(
  secret: string,
  store: Pick<KeyValues, 'set'>,
  log: Log,
): Promise<Close> {
  const put = () =>
    store.set(SEAL_SECRET_KEY, secret, null).catch((err: unknown) => {
      log.debug({ err }, 'the seal secret could not be stored')
    })
  await put()
  const timer = setInterval(put, REWRITE_MS).unref()
  return () => clearInterval(timer)
}
