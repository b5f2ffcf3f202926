import { withTimeout } from '../../../../shared/async/timeout.ts'
import { authenticateEarly } from '../egress-proxy/authenticate-browser.ts'
import type { OpenedTab } from './open-tab.ts'

const onePixel = { x: 0, y: 0, width: 1, height: 1, scale: 1 }

/**
 * The tab, once the browser has loaded something for it and drawn it; rejects when it has not within `ms` of its being open. All
 * pages of a browser are drawn by one process, and load by another; one page may keep either busy for ever (a shader without end,
 * filters upon filters), though it is closed and the browser answers.
 */
export async function waitUntilPainted(opening: Promise<OpenedTab>, ms: number): Promise<OpenedTab> {
  const opened = await opening
  const { cdp, proxy } = opened.tab
  const loading = authenticateEarly(cdp, proxy)
  const drawing = cdp.send('Page.captureScreenshot', { clip: onePixel })
  await withTimeout(
    ms,
    Promise.all([loading, drawing]),
    () => new Error('The browser loads or draws nothing'),
  )
  return opened
}
