import type { CDPSession, Protocol } from 'puppeteer-core'
import type { EgressProxy } from './proxy/open-proxy.ts'

/** A page that is gone fails the evaluation too, and that is what the caller hears of. */
const ignore = () => {}

type Admission = Pick<EgressProxy, 'credential' | 'admissionUrl'>

/**
 * Makes the context of a session's page known to its proxy, before the page goes anywhere: one request is challenged, and from then on
 * the context shows the credential unasked, workers, sockets and certificate fetches included. Requests are intercepted for
 * that one only, so nothing of the page's own is slowed. Rejects when the proxy does not let the browser in.
 */
export async function admitBrowser(session: CDPSession, proxy: Admission): Promise<void> {
  const stopAnswering = answerChallenges(session, proxy)
  try {
    await session.send('Fetch.enable', {
      handleAuthRequests: true,
      patterns: [{ urlPattern: proxy.admissionUrl }],
    })
    const expression = `fetch(${JSON.stringify(proxy.admissionUrl)}).then(({ status }) => status)`
    const { result } = await session.send('Runtime.evaluate', { expression, awaitPromise: true })
    if (result.value !== 204) throw new Error('The egress proxy does not let the browser in')
    await session.send('Fetch.disable')
  } finally {
    stopAnswering()
  }
}

/** Returns what ends it. */
function answerChallenges(session: CDPSession, { credential }: Admission): () => void {
  let isAnswered = false
  const onPaused = ({ requestId }: Protocol.Fetch.RequestPausedEvent) => {
    session.send('Fetch.continueRequest', { requestId }).catch(ignore)
  }
  const onChallenge = ({ requestId, authChallenge }: Protocol.Fetch.AuthRequiredEvent) => {
    const isOurs = authChallenge.source === 'Proxy' && !isAnswered
    isAnswered = true
    const authChallengeResponse: Protocol.Fetch.AuthChallengeResponse = isOurs
      ? { response: 'ProvideCredentials', ...credential }
      : { response: 'CancelAuth' }
    session.send('Fetch.continueWithAuth', { requestId, authChallengeResponse }).catch(ignore)
  }
  session.on('Fetch.requestPaused', onPaused).on('Fetch.authRequired', onChallenge)
  return () => session.off('Fetch.requestPaused', onPaused).off('Fetch.authRequired', onChallenge)
}
