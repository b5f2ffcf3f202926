export interface RedisNode {
  readonly host: string
  readonly port: number
}

/** Credentials and TLS of a connection; '' = none. */
interface Login {
  readonly username: string
  readonly password: string
  readonly isTls: boolean
}

/** The address of Redis: one server; the primary of the group `name` of sentinels; or a Redis Cluster. */
export type RedisAddress =
  | { readonly kind: 'server'; readonly url: string }
  | ({ readonly kind: 'cluster'; readonly nodes: readonly RedisNode[] } & Login)
  | ({
      readonly kind: 'sentinel'
      readonly nodes: readonly RedisNode[]
      readonly name: string
      readonly database: number
    } & Login)

const SEVERAL =
  /^(rediss?)\+(cluster|sentinel):\/\/(?:([^:@/]*)(?::([^@/]*))?@)?([^@/?#]+)(?:\/([^/?#]+))?(?:\/(\d{1,3}))?\/?$/
const NODE = /^(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9._-]+)(?::(\d{1,5}))?$/
const REDIS_PORT = 6379
const SENTINEL_PORT = 26_379
const FORMS =
  'redis://host:6379, redis+cluster://host:6379,host:6379 or redis+sentinel://host:26379,host:26379/name'

/**
 * Parses `redis://[user:password@]host[:port][/database]`, `redis+cluster://[user:password@]host[:port],…` or
 * `redis+sentinel://[user:password@]host[:port],…/name[/database]`; `rediss` instead of `redis` is TLS. User and password
 * are percent-encoded. Throws an Error that does not contain the text.
 */
export function redisAddress(text: string): RedisAddress {
  const [, scheme, kind, username = '', password = '', hosts = '', name, database] = SEVERAL.exec(text) ?? []
  if (kind === undefined) return serverAt(text)
  const login = { username: decoded(username), password: decoded(password), isTls: scheme === 'rediss' }
  const nodes = hosts.split(',').map((host) => nodeOf(host, kind === 'cluster' ? REDIS_PORT : SENTINEL_PORT))
  if (kind === 'sentinel' && name !== undefined)
    return { kind, nodes, name, database: Number(database ?? 0), ...login }
  if (kind === 'cluster' && name === undefined) return { kind, nodes, ...login }
  throw wrong()
}

/** The password of an address as written, and decoded; empty without one. */
export function redisPasswords(text: string): string[] {
  const encoded = /^[a-z+]+:\/\/[^:@/]*:([^@/]*)@/.exec(text)?.[1] ?? ''
  return encoded === '' ? [] : [encoded, decoded(encoded)]
}

function serverAt(text: string): RedisAddress {
  const url = URL.parse(text)
  if (url === null || url.hostname === '' || !/^rediss?:$/.test(url.protocol)) throw wrong()
  return { kind: 'server', url: text }
}

function nodeOf(text: string, fallback: number): RedisNode {
  const [, host, port = String(fallback)] = NODE.exec(text.trim()) ?? []
  if (host === undefined || Number(port) < 1 || Number(port) > 65_535) throw wrong()
  return { host: host.replace(/^\[|\]$/g, ''), port: Number(port) }
}

/** Decodes percent-encoding; an invalid `%` is kept as it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function wrong(): Error {
  return new Error(`must be a URL like ${FORMS}`)
}
