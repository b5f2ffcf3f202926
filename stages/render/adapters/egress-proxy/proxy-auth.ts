import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** What the browser of one job shows to the proxy of that job (RFC 7617). */
export interface ProxyCredential {
  readonly username: string
  readonly password: string
}

/** Who may use a proxy: whoever has its credential, and nobody else has it. */
export interface ProxyAuth {
  readonly credential: ProxyCredential
  /** An http URL of a name that can't exist (RFC 6761), not to be guessed: answered by the proxy itself. */
  readonly authProbeUrl: string
  /** Whether a Proxy-Authorization field carries the credential. Takes the same time for every wrong one. */
  isAuthorized(field: string | undefined): boolean
}

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
