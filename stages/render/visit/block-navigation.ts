import type { Tab } from '../tab/tab.ts'

/** A request of a page that is gone needs no answer. */
const ignore = () => {}

/**
 * Keeps the page where it is, from now on: no script, `refresh` or click leads its main frame to another document of the web.
 * Frames go where they like. Of this session's interception, which is nobody else's. Nothing here asks the page itself, which
 * answers nothing while it is on its way elsewhere.
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
