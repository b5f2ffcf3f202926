import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { redisResultStore } from '#shared/adapters/result-store-redis.ts'
import { sqliteResultStore } from '#shared/adapters/result-store-sqlite.ts'
import { openDatabase } from '#shared/adapters/sqlite.ts'
import { readConfig } from '#shared/config.ts'
import { type Operation, operations } from '#shared/errors.ts'
import type { ResultStore } from '#shared/ports/result-store.ts'
import { createKey, listKeys, type NewKey, type Plan, plans, revokeKey, type Scope, scopes } from '../keys.ts'

const USAGE = `npm run -s keys -- <command>
  create [--plan ${plans.join('|')}] [--scopes ${scopes.join(',')}] [--limit <operation>=<number per day> …] 
         [--metadata-ttl <seconds>] [--label <text>]
         makes a key and prints it, alone on one line; --metadata-ttl is the age up to which the key takes a metadata
         answer from the cache
  list   id, plan, scopes, label and state of each key
  revoke <id>
         ends a key: everywhere within 10 s
Works with the service's settings (DATA_DIR or REDIS_URL), also while it runs.`

class UsageError extends Error {}

type Command = (store: ResultStore, args: readonly string[]) => Promise<void>
const commands: ReadonlyMap<string, Command> = new Map([
  ['create', create],
  ['list', list],
  ['revoke', revoke],
])

async function main([command, ...rest]: readonly string[]): Promise<void> {
  if (command === '--help' || command === undefined) return print(USAGE)
  const run = commands.get(command)
  if (run === undefined) throw new UsageError(`Unknown command: ${command}`)
  const { store, close } = openStore()
  try {
    await run(store, rest)
  } finally {
    await close()
  }
}

function openStore(): { store: ResultStore; close(): Promise<void> } {
  const config = readConfig()
  if (config.REDIS_URL !== null) {
    const store = redisResultStore({ url: config.REDIS_URL, keyPrefix: 'pageprobe:', commandTimeoutMs: 2000 })
    return { store, close: () => store.close() }
  }
  const database = openDatabase(join(config.DATA_DIR, 'pageprobe.db'))
  const store = sqliteResultStore({ database })
  return { store, close: () => store.close().then(() => database.close()) }
}

async function create(store: ResultStore, args: readonly string[]): Promise<void> {
  print(await createKey(store, readNewKey(args)))
}

function readNewKey(args: readonly string[]): NewKey {
  const { values } = parse(args, {
    plan: { type: 'string', default: 'free' },
    scopes: { type: 'string', default: operations.join(',') },
    limit: { type: 'string', multiple: true, default: [] },
    'metadata-ttl': { type: 'string' },
    label: { type: 'string', default: '' },
  })
  return {
    plan: oneOf<Plan>('plan', plans, String(values.plan)),
    scopes: readScopes(String(values.scopes)),
    limits: Object.fromEntries((values.limit as string[]).map(readLimit)),
    metadataTtlSeconds: readSeconds(values['metadata-ttl']),
    label: readLabel(String(values.label)),
  }
}

function readScopes(text: string): Scope[] {
  const named = text.split(',').map((scope) => oneOf<Scope>('scopes', scopes, scope.trim()))
  return [...new Set(named)]
}

function readLimit(text: string): [Operation, number] {
  const [, name = '', number = ''] = /^([^=]+)=(\d{1,9})$/.exec(text) ?? []
  if (number === '') throw new UsageError(`--limit must be <operation>=<number>, not "${text}"`)
  return [oneOf<Operation>('limit', operations, name), Number(number)]
}

function readSeconds(text: unknown): number | null {
  if (text === undefined) return null
  if (!/^\d{1,9}$/.test(String(text))) throw new UsageError('--metadata-ttl must be a number of seconds')
  return Number(text)
}

/** A label is shown on the line of its key. */
function readLabel(text: string): string {
  if (/\p{Cc}/u.test(text)) throw new UsageError('--label must be one line without control characters')
  return text
}

async function list(store: ResultStore, args: readonly string[]): Promise<void> {
  parse(args, {})
  for (const { id, plan, scopes: granted, label, isRevoked } of await listKeys(store)) {
    print([id, plan, granted.join(','), isRevoked ? 'revoked' : 'active', label].join('\t'))
  }
}

async function revoke(store: ResultStore, [id, ...rest]: readonly string[]): Promise<void> {
  if (id === undefined || rest.length > 0) throw new UsageError('revoke needs the id of one key')
  if (!(await revokeKey(store, id))) throw new UsageError(`There is no key ${id}`)
  print(`revoked ${id}`)
}

function parse(args: readonly string[], options: NonNullable<Parameters<typeof parseArgs>[0]>['options']) {
  try {
    return parseArgs({ args: [...args], options: options ?? {}, strict: true })
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

function oneOf<T extends string>(name: string, allowed: readonly T[], value: string): T {
  const found = allowed.find((one) => one === value)
  if (found === undefined) throw new UsageError(`--${name} must be of ${allowed.join(', ')}, not "${value}"`)
  return found
}

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}

try {
  await main(process.argv.slice(2))
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n${error instanceof UsageError ? `\n${USAGE}\n` : ''}`)
  process.exitCode = 1
}
