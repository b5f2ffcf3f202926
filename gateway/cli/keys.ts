import { join } from 'node:path'
import { redisResultStore } from '#shared/adapters/redis/result-store.ts'
import { openDatabase } from '#shared/adapters/sqlite/database.ts'
import { sqliteResultStore } from '#shared/adapters/sqlite/store/result-store.ts'
import { readConfig } from '#shared/config/config.ts'
import type { ResultStore } from '#shared/ports/result-store.ts'
import { type ApiKey, createKey, listKeys, ownerOf, plans, revokeKey, scopes } from '../access/api-keys.ts'
import { readNewKey } from './new-key.ts'
import { readOptions, UsageError } from './options.ts'
import { printable } from './printable.ts'

const USAGE = `npm run -s keys -- <command>
  create [--plan ${plans.join('|')}] [--scopes ${scopes.join(',')}] [--limit <operation>=<number per day> …] 
         [--metadata-ttl <seconds>] [--label <text>] [--owner <name>] [--admin]
         makes a key and prints only the key on a line; --limit overrides that of the plan, for an operation, batch or
         thumbnail; --metadata-ttl is the maximum age of a cached metadata answer for the key; keys with the same
         --owner share their batches and inspections: for a key that replaces another, give the owner of the old one,
         as list shows it; --admin adds the scope admin: the key may list, make and revoke keys over HTTP
  list   prints id, plan, scopes, own limits, state, label and owner of each key
  revoke <id>
         revokes a key, everywhere within 10 s
Uses the service's settings (DATA_DIR or REDIS_URL), also while the service runs.`

/** Checks the arguments (throws a UsageError) and returns the function that works on the store. */
type Command = (args: readonly string[]) => (store: ResultStore) => Promise<void>
const commands: ReadonlyMap<string, Command> = new Map([
  ['create', create],
  ['list', list],
  ['revoke', revoke],
])

/** A store that this program creates belongs to its user alone. */
const PRIVATE_MASK = 0o077

async function main([command, ...rest]: readonly string[]): Promise<void> {
  if (command === '--help' || command === undefined) return print(USAGE)
  const read = commands.get(command)
  if (read === undefined) throw new UsageError([`Unknown command: ${command}`])
  const run = read(rest)
  const { store, close } = openStore()
  try {
    await run(store)
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

function create(args: readonly string[]) {
  const about = readNewKey(args)
  return async (store: ResultStore) => print(await createKey(store, about))
}

function list(args: readonly string[]) {
  const { positionals, problems } = readOptions(args, [])
  const all = [...problems, ...positionals.map((word) => `list takes no "${word}"`)]
  if (all.length > 0) throw new UsageError(all)
  return async (store: ResultStore) => {
    for (const key of await listKeys(store)) print(lineOf(key))
  }
}

function lineOf(key: ApiKey): string {
  const { id, plan, limits, label } = key
  const own = Object.entries(limits).map(([operation, limit]) => `${operation}=${limit}`)
  const state = key.isRevoked ? 'revoked' : 'active'
  return [id, plan, key.scopes.join(','), own.join(',') || '-', state, label, ownerOf(key)].join('\t')
}

function revoke(args: readonly string[]) {
  const { positionals, problems } = readOptions(args, [])
  const [id = ''] = positionals
  if (problems.length > 0) throw new UsageError(problems)
  if (positionals.length !== 1 || id === '') throw new UsageError(['revoke needs the id of one key'])
  if (!/^[A-Za-z0-9]+$/.test(id))
    throw new UsageError(['revoke needs the id alone: the 8 characters after pp_'])
  return async (store: ResultStore) => {
    if (!(await revokeKey(store, id))) throw new UsageError([`There is no key ${id}`])
    print(`revoked ${id}`)
  }
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
