import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** The Basic credential that the browser of one job sends to its proxy (RFC 7617). */
export interface ProxyCredential {
  readonly username: string
  readonly password: string
}

/** The authentication of one proxy. Only the browser of its job has the credential. */
export interface ProxyAuth {
  readonly credential: ProxyCredential
  /** A random http URL on a name that cannot exist (RFC 6761). The proxy itself answers it. */
  readonly authProbeUrl: string
  /** Whether a Proxy-Authorization field contains the credential. Takes constant time. */
  isAuthorized(field: string | undefined): boolean
}

/** Makes a random credential and a random probe URL. */
export function makeProxyAuth(): ProxyAuth {
  const credential = { username: 'render', password: randomSecret() }
  const token = Buffer.from(`${credential.username}:${credential.password}`).toString('base64')
  const expected = digest(`Basic ${token}`)
  return {
    credential,
    authProbeUrl: `http://proxy.invalid/${randomSecret()}`,
    isAuthorized: (field) => field !== undefined && timingSafeEqual(digest(field), expected),
  }
}

/** 144 random bits. */
function randomSecret(): string {
  return randomBytes(18).toString('base64url')
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
