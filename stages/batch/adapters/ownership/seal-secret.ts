import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Log } from '#shared/log.ts'
import type { KeyValues } from '#shared/ports/result-store.ts'
import { SEAL_SECRET_KEY } from '#shared/store/keys.ts'
import { readOrCreate } from './owned-folder.ts'

const BYTES = 32
/** A store that lost its data gets the secret again within this time, in milliseconds. */
const REWRITE_MS = 5000

/**
 * Opens the secret that seals the requests of the batch part, and that the stages read in the store until
 * `close`. It is created once and kept in the folder,
 * so that it survives a loss of the store. It is in the store when this resolves, or, if the store is
 * unavailable, as soon as it is back.
 */
export async function openSealSecret(folder: string, store: Pick<KeyValues, 'set'>, log: Log) {
  const secret = readOrCreate(join(folder, 'seal-secret'), () => randomBytes(BYTES).toString('base64url'))
  const put = () =>
    store.set(SEAL_SECRET_KEY, secret, null).catch((err: unknown) => {
      log.debug({ err }, 'the seal secret could not be stored')
    })
  await put()
  const timer = setInterval(put, REWRITE_MS).unref()
  return { secret, close: () => clearInterval(timer) }
}
