import type { Tab } from '../tab/tab.ts'

/** A request of a page that is gone needs no response. */
const ignore = () => {}

/**
 * From this call on, no script, `refresh` or click navigates the main frame to another http(s) document; other frames may navigate. Uses
 * the request interception of this session, which no other code may use. Does not call the page, which does not answer during a
 * navigation.
 */
export async function blockNavigation({
  cdp: session,
  frameId: mainFrameId,
}: Pick<Tab, 'cdp' | 'frameId'>): Promise<void> {
  session.on('Fetch.requestPaused', ({ requestId, frameId }) => {
    const isMain = frameId === mainFrameId
    const response = isMain
      ? session.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' })
      : session.send('Fetch.continueRequest', { requestId })
    response.catch(ignore)
  })
  await session.send('Fetch.enable', { patterns: [{ resourceType: 'Document' }] })
}
