import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** What the browser of one job shows to the proxy of that job (RFC 7617). */
export interface Credential {
  readonly username: string
  readonly password: string
}

/** Who may use a proxy: whoever has its credential, and nobody else has it. */
export interface Door {
  readonly credential: Credential
  /** An http URL of a name that can't exist (RFC 6761), not to be guessed: answered by the proxy itself. */
  readonly admissionUrl: string
  /** Whether a Proxy-Authorization field carries the credential. Takes the same time for every wrong one. */
  isOpenTo(field: string | undefined): boolean
}

export function makeDoor(): Door {
  const credential = { username: 'render', password: secret() }
  const token = Buffer.from(`${credential.username}:${credential.password}`).toString('base64')
  const expected = digest(`Basic ${token}`)
  return {
    credential,
    admissionUrl: `http://proxy.invalid/${secret()}`,
    isOpenTo: (field) => field !== undefined && timingSafeEqual(digest(field), expected),
  }
}

/** 144 random bits. */
function secret(): string {
  return randomBytes(18).toString('base64url')
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
