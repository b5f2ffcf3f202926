import type { CDPSession, Protocol } from 'puppeteer-core'
import type { EgressProxy } from './egress-proxy.ts'

/** A command fails when the page is lost, which the caller learns from the tab. */
const ignore = () => {}

/**
 * Gives the browser context of a page the credential of its proxy. The proxy challenges the first document that the page requests; from
 * then on the context sends the credential with each request, including those of workers, sockets and certificate fetches. Requests
 * are intercepted only until then, so interception does not slow the page down. Call it before the first navigation.
 */
export async function authenticateBrowser(
  session: CDPSession,
  { credential, authProbeUrl }: Pick<EgressProxy, 'credential' | 'authProbeUrl'>,
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
  { authProbeUrl }: Pick<EgressProxy, 'authProbeUrl'>,
): Promise<void> {
  const expression = `fetch(${JSON.stringify(authProbeUrl)}).then(({ status }) => status)`
  const { result } = await session.send('Runtime.evaluate', { expression, awaitPromise: true })
  if (result.value !== 204) throw new Error('The egress proxy rejects the browser')
}
