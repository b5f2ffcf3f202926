import type { Target } from 'puppeteer-core'
import type { Tab } from '../tab/tab.ts'

/** The dialog or window is gone already. */
const ignore = () => {}

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
