import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Config } from '#shared/config/config.ts'
import { redisPasswords } from '#shared/config/redis-address.ts'
import { postgresPasswords } from '#shared/postgres-address.ts'

const PRIVATE_MASK = 0o077
const FOLDER = 0o700
const FILE = 0o600
/** Modes of the files that the service stores in its data folder. */
const stored = {
  ...{ objects: FOLDER, batches: FOLDER, browsers: FOLDER },
  ...{ 'pageprobe.db': FILE, 'pageprobe.db-wal': FILE, 'pageprobe.db-shm': FILE },
}

/** Makes files and folders that this process creates from this moment on accessible to its user only. */
export function makePrivate(): void {
  process.umask(PRIVATE_MASK)
}

/**
 * Does the same for files that earlier runs left in `folder`. Files of another user stay as they are, with a warning.
 */
export async function tightenData(folder: string, logger: Pick<Logger, 'warn'>): Promise<void> {
  for (const [name, mode] of Object.entries(stored)) {
    try {
      await chmod(join(folder, name), mode)
    } catch (err) {
      if ((err as NodeJS.ErrnoException).code === 'ENOENT') continue
      logger.warn({ err, name }, 'stored data may be readable by other users of the machine')
    }
  }
}

/** The values of the settings that must not appear in logs. */
export function secretsOf(config: Config): string[] {
  const { PAGEPROBE_API_KEY, KAFKA_PASSWORD, S3_SECRET_KEY, REDIS_SENTINEL_PASSWORD, PARTS_SECRET } = config
  const stores = [config.REDIS_URL, config.REDIS_CACHE_URL].flatMap((url) => redisPasswords(url ?? ''))
  const all = [
    PAGEPROBE_API_KEY ?? '',
    KAFKA_PASSWORD,
    S3_SECRET_KEY,
    REDIS_SENTINEL_PASSWORD,
    PARTS_SECRET,
    ...stores,
    ...postgresPasswords(config.POSTGRES_URL ?? ''),
  ]
  return all.filter((secret) => secret !== '')
}
