import type { CDPSession, Protocol } from 'puppeteer-core'
import type { EgressProxy } from './egress-proxy.ts'

/** A page that is gone fails the answer too, and that is what the caller hears of. */
const ignore = () => {}

/**
 * Makes the context of a session's page known to its proxy: the first document that the page asks for is challenged, and from then
 * on the context shows the credential unasked, workers, sockets and certificate fetches included. Requests are intercepted till
 * then, so nothing of the page's own is slowed. Call it before the page goes anywhere.
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
    // A credential that is refused is not shown again.
    session.send('Fetch.disable').catch(ignore)
  }
  session.on('Fetch.requestPaused', onPaused).on('Fetch.authRequired', onChallenge)
  const patterns = [{ resourceType: 'Document' as const }, { urlPattern: authProbeUrl }]
  await session.send('Fetch.enable', { handleAuthRequests: true, patterns })
}

/**
 * Has the challenge over before the page goes anywhere, where its first request is not to wait for it. After `admitBrowser`;
 * rejects when the proxy does not let the browser in.
 */
export async function authenticateEarly(
  session: CDPSession,
  { authProbeUrl }: Pick<EgressProxy, 'authProbeUrl'>,
): Promise<void> {
  const expression = `fetch(${JSON.stringify(authProbeUrl)}).then(({ status }) => status)`
  const { result } = await session.send('Runtime.evaluate', { expression, awaitPromise: true })
  if (result.value !== 204) throw new Error('The egress proxy does not let the browser in')
}
