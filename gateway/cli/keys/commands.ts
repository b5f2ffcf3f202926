import type { ResultStore } from '#shared/ports/result-store.ts'
import { type ApiKey, createKey, listKeys, ownerOf, plans, revokeKey, scopes } from '../../access/api-keys.ts'
import { readNewKey } from '../new-key.ts'
import { readOptions, UsageError } from '../options.ts'

export const USAGE = `npm run -s keys -- <command>
  create [--plan ${plans.join('|')}] [--scopes ${scopes.join(',')}] [--limit <operation>=<number per day> …] 
         [--metadata-ttl <seconds>] [--label <text>] [--owner <name>] [--admin] [--unthrottled]
         makes a key and prints only the key on a line; --limit overrides that of the plan, for an operation, batch or
         thumbnail; --metadata-ttl is the maximum age of a cached metadata response for the key; keys with the same
         --owner share their batches and inspections: for a key that replaces another, give the owner of the old one,
         as list shows it; --admin adds the scope admin: the key may list, make and revoke keys over HTTP;
         --unthrottled adds the scope unthrottled: batches of the key may ask more of a host than the installation
         does by itself (delay_ms, concurrency): for sites of one's own
  list   prints id, plan, scopes, own limits, state, label and owner of each key
  revoke <id>
         revokes a key, everywhere within 10 s
Uses the service's settings (DATA_DIR or REDIS_URL), also while the service runs.`

/** Works on the store; resolves with the lines of the output. */
export type Run = (store: ResultStore) => Promise<string[]>
/** Checks the arguments: throws a UsageError. */
type Command = (args: readonly string[]) => Run
const commands: ReadonlyMap<string, Command> = new Map([
  ['create', create],
  ['list', list],
  ['revoke', revoke],
])

/** The command with its arguments checked. Throws a UsageError that names all that is wrong. */
export function parseCommand([command = '', ...args]: readonly string[]): Run {
  const read = commands.get(command)
  if (read === undefined) throw new UsageError([`Unknown command: ${command}`])
  return read(args)
}

function create(args: readonly string[]): Run {
  const about = readNewKey(args)
  return async (store) => [await createKey(store, about)]
}

function list(args: readonly string[]): Run {
  const { positionals, problems } = readOptions(args, [])
  const all = [...problems, ...positionals.map((word) => `list takes no "${word}"`)]
  if (all.length > 0) throw new UsageError(all)
  return async (store) => (await listKeys(store)).map(lineOf)
}

function lineOf(key: ApiKey): string {
  const { id, plan, limits, label } = key
  const own = Object.entries(limits).map(([operation, limit]) => `${operation}=${limit}`)
  const state = key.isRevoked ? 'revoked' : 'active'
  return [id, plan, key.scopes.join(','), own.join(',') || '-', state, label, ownerOf(key)].join('\t')
}

function revoke(args: readonly string[]): Run {
  const { positionals, problems } = readOptions(args, [])
  const [id = ''] = positionals
  if (problems.length > 0) throw new UsageError(problems)
  if (positionals.length !== 1 || id === '') throw new UsageError(['revoke needs the id of one key'])
  if (!/^[A-Za-z0-9]+$/.test(id))
    throw new UsageError(['revoke needs the id alone: the 8 characters after pp_'])
  return async (store) => {
    if (!(await revokeKey(store, id))) throw new UsageError([`There is no key ${id}`])
    return [`revoked ${id}`]
  }
}
