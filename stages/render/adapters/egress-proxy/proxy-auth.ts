import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { CDPSession, Protocol } from 'puppeteer-core'

/** The Basic credential that the browser of one job sends to its proxy (RFC 7617). */
export interface ProxyCredential {
  readonly username: string
  readonly password: string
}

/** The authentication of one proxy. Only the browser of its job has the credential. */
export type ProxyAuth = ReturnType<typeof makeProxyAuth>

/** Makes a random credential and a random probe URL. */
export function makeProxyAuth() {
  const credential: ProxyCredential = { username: 'render', password: randomSecret() }
  const token = Buffer.from(`${credential.username}:${credential.password}`).toString('base64')
  const expected = digest(`Basic ${token}`)
  return {
    credential,
    /** A random http URL on a name that cannot exist (RFC 6761). The proxy itself answers it. */
    authProbeUrl: `http://proxy.invalid/${randomSecret()}`,
    /** Whether a Proxy-Authorization field contains the credential. Takes constant time. */
    isAuthorized: (field: string | undefined) =>
      field !== undefined && timingSafeEqual(digest(field), expected),
  }
}

/** 144 random bits. */
function randomSecret(): string {
  return randomBytes(18).toString('base64url')
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/** A command fails when the page is lost, which the caller learns from the tab. */
const ignore = () => {}

/**
 * Gives the browser context of a page the credential of its proxy. The proxy challenges the first document that the page requests; from
 * then on the context sends the credential with each request, including those of workers, sockets and certificate fetches. Requests
 * are intercepted only until then, so interception does not slow the page down. Call it before the first navigation.
 */
export async function authenticateBrowser(
  session: CDPSession,
  { credential, authProbeUrl }: Pick<ProxyAuth, 'credential' | 'authProbeUrl'>,
): Promise<void> {
  const onPaused = ({ requestId }: Protocol.Fetch.RequestPausedEvent) => {
    session.send('Fetch.continueRequest', { requestId }).catch(ignore)
  }
  const onChallenge = ({ requestId, authChallenge }: Protocol.Fetch.AuthRequiredEvent) => {
    const authChallengeResponse: Protocol.Fetch.AuthChallengeResponse =
      authChallenge.source === 'Proxy'
        ? { response: 'ProvideCredentials', ...credential }
        : { response: 'CancelAuth' }
    session.off('Fetch.requestPaused', onPaused).off('Fetch.authRequired', onChallenge)
    session.send('Fetch.continueWithAuth', { requestId, authChallengeResponse }).catch(ignore)
    // A rejected credential is not sent again.
    session.send('Fetch.disable').catch(ignore)
  }
  session.on('Fetch.requestPaused', onPaused).on('Fetch.authRequired', onChallenge)
  const patterns = [{ resourceType: 'Document' as const }, { urlPattern: authProbeUrl }]
  await session.send('Fetch.enable', { handleAuthRequests: true, patterns })
}

/**
 * Completes the proxy challenge before the first navigation, for a page whose first request must not wait for it. Call it after
 * `authenticateBrowser`. Rejects when the proxy rejects the credential.
 */
export async function authenticateEarly(
  session: CDPSession,
  { authProbeUrl }: Pick<ProxyAuth, 'authProbeUrl'>,
): Promise<void> {
  const expression = `fetch(${JSON.stringify(authProbeUrl)}).then(({ status }) => status)`
  const { result } = await session.send('Runtime.evaluate', { expression, awaitPromise: true })
  if (result.value !== 204) throw new Error('The egress proxy rejects the browser')
}
