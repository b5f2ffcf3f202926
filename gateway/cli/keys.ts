import { join } from 'node:path'
import { redisResultStore } from '#shared/adapters/redis/result-store.ts'
import { openDatabase } from '#shared/adapters/sqlite/database.ts'
import { sqliteResultStore } from '#shared/adapters/sqlite/store/result-store.ts'
import { readConfig } from '#shared/config/config.ts'
import type { ResultStore } from '#shared/ports/result-store.ts'
import { parseCommand, USAGE } from './keys/commands.ts'
import { UsageError } from './options.ts'
import { printable } from './printable.ts'

/** A store that this program creates belongs to its user alone. */
const PRIVATE_MASK = 0o077

async function main(args: readonly string[]): Promise<void> {
  if (args[0] === '--help' || args[0] === undefined) return print(USAGE)
  const run = parseCommand(args)
  const { store, close } = openStore()
  try {
    for (const line of await run(store)) print(line)
  } finally {
    await close()
  }
}

function openStore(): { store: ResultStore; close(): Promise<void> } {
  const config = readConfig()
  if (config.REDIS_URL !== null) {
    const store = redisResultStore({
      url: config.REDIS_URL,
      keyPrefix: 'pageprobe:',
      commandTimeoutMs: 2000,
      sentinelPassword: config.REDIS_SENTINEL_PASSWORD,
    })
    return { store, close: () => store.close() }
  }
  process.umask(PRIVATE_MASK)
  const database = openDatabase(join(config.DATA_DIR, 'pageprobe.db'))
  const store = sqliteResultStore({ database })
  return { store, close: () => store.close().then(() => database.close()) }
}

function print(text: string): void {
  process.stdout.write(`${printable(text)}\n`)
}

try {
  await main(process.argv.slice(2))
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n${error instanceof UsageError ? `\n${USAGE}\n` : ''}`)
  process.exitCode = 1
}
