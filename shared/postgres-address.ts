/** Where a database is. */
export interface PostgresAddress {
  /** A URL for each server, in the order in which they are tried. */
  readonly urls: readonly string[]
  /** The servers without credentials, as `host:port`. */
  readonly names: readonly string[]
}

const FORM = /^(postgres(?:ql)?:\/\/)((?:[^@/?#]*@)?)([^@/?#]+)(\/[^/?#]+)((?:\?[^#]*)?)$/
const SERVER = /^(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9._-]+)(?::(\d{1,5}))?$/
const PORT = 5432
/** The modes of libpq that say whether TLS is used: `prefer` and `allow` leave that to whoever answers. */
const SSL_MODES = ['disable', 'require', 'verify-ca', 'verify-full']

/**
 * Parses `postgres://[user[:password]@]host[:port][,host[:port]…]/database[?sslmode=…&sslrootcert=…&sslcert=…&sslkey=…]`. User
 * and password are percent-encoded. Throws an Error that does not contain the text.
 */
export function postgresAddress(text: string): PostgresAddress {
  const [, scheme, login = '', hosts = '', database = '', query = ''] = FORM.exec(text) ?? []
  if (scheme === undefined) throw wrong()
  const sslMode = new URLSearchParams(query).get('sslmode')
  if (sslMode !== null && !SSL_MODES.includes(sslMode)) {
    throw new Error(`must have an sslmode of ${SSL_MODES.join(', ')}`)
  }
  const names = hosts.split(',').map(serverName)
  const urls = names.map((name) => scheme + login + name + database + query)
  if (urls.some((url) => !URL.canParse(url))) throw wrong()
  return { urls, names }
}

/** The password of an address as written, and decoded; empty without one. */
export function postgresPasswords(text: string): string[] {
  const encoded = /^postgres(?:ql)?:\/\/[^:@/]*:([^@/]*)@/.exec(text)?.[1] ?? ''
  if (encoded === '') return []
  try {
    return [encoded, decodeURIComponent(encoded)]
  } catch {
    return [encoded]
  }
}

function serverName(text: string): string {
  const [, host, port = String(PORT)] = SERVER.exec(text.trim()) ?? []
  if (host === undefined || Number(port) < 1 || Number(port) > 65_535) throw wrong()
  return `${host}:${port}`
}

function wrong(): Error {
  return new Error('must be a URL like postgres://user:password@host:5432,host:5432/database')
}
