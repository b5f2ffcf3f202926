import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'

const PRIVATE_MASK = 0o077
const FOLDER = 0o700
const FILE = 0o600
/** What the service keeps in its folder of data. */
const stored = {
  ...{ objects: FOLDER, batches: FOLDER, browsers: FOLDER },
  ...{ 'pageprobe.db': FILE, 'pageprobe.db-wal': FILE, 'pageprobe.db-shm': FILE },
}

/** Files and folders that this process makes from now on are its user's alone. */
export function makePrivate(): void {
  process.umask(PRIVATE_MASK)
}

/** The same for what earlier runs have left in `folder`. What belongs to another user stays as it is, and is warned of. */
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
