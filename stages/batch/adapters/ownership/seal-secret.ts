import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Log } from '#shared/log.ts'
import type { KeyValues } from '#shared/ports/result-store.ts'
import { SEAL_SECRET_KEY } from '#shared/store/keys.ts'
import { readOrCreate } from './read-or-create.ts'

/** What is kept in the store, for the stages to read, as long as the batch part runs. */
export interface SealSecret {
  readonly secret: string
  close(): void
}

const BYTES = 32
/** A store that lost it has it again after so long, in milliseconds. */
const REWRITE_MS = 5000

/**
 * The secret that the batch part seals its requests with: made once and kept in the folder, so that it outlives the store. It
 * is in the store by the time this resolves, unless that is away; then as soon as it is back.
 */
export async function openSealSecret(
  folder: string,
  store: Pick<KeyValues, 'set'>,
  log: Log,
): Promise<SealSecret> {
  const secret = readOrCreate(join(folder, 'seal-secret'), () => randomBytes(BYTES).toString('base64url'))
  const put = () =>
    store.set(SEAL_SECRET_KEY, secret, null).catch((err: unknown) => {
      log.debug({ err }, 'the seal secret could not be stored')
    })
  await put()
  const timer = setInterval(put, REWRITE_MS).unref()
  return { secret, close: () => clearInterval(timer) }
}
