import type { Target } from 'puppeteer-core'
import type { Tab } from '../tab/tab.ts'

/** The request, dialog or window is gone already. */
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

/**
 * From this call on, dismisses JavaScript dialogs at once and closes new windows. They appear in no image, and no script waits for an
 * answer.
 */
export function dismissDialogs({ cdp, target: page }: Pick<Tab, 'cdp' | 'target'>): void {
  cdp.on('Page.javascriptDialogOpening', () => {
    cdp.send('Page.handleJavaScriptDialog', { accept: false }).catch(ignore)
  })
  page.browserContext().on('targetcreated', (target) => {
    if (target.type() === 'page') closeWindow(target).catch(ignore)
  })
}

/** Does not wait for the page in the window, which may hang. */
async function closeWindow(target: Target): Promise<void> {
  const session = await target.createCDPSession()
  await session.send('Page.close')
}
