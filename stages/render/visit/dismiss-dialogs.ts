import type { Target } from 'puppeteer-core'
import type { Tab } from '../tab/tab.ts'

/** What is gone already can't be turned away. */
const ignore = () => {}

/**
 * Turns away what a page puts before a person, from now on: dialogs are dismissed at once, windows are closed. Nothing of it
 * reaches the picture, and no script waits for an answer.
 */
export function dismissDialogs({ cdp, target: page }: Pick<Tab, 'cdp' | 'target'>): void {
  cdp.on('Page.javascriptDialogOpening', () => {
    cdp.send('Page.handleJavaScriptDialog', { accept: false }).catch(ignore)
  })
  page.browserContext().on('targetcreated', (target) => {
    if (target.type() === 'page') closeWindow(target).catch(ignore)
  })
}

/** Does not wait for the window's page, which may hang. */
async function closeWindow(target: Target): Promise<void> {
  const session = await target.createCDPSession()
  await session.send('Page.close')
}
