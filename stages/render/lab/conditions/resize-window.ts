import type { Viewport } from '#shared/operations/snapshot.ts'
import type { Tab } from '../../tab/tab.ts'

/**
 * Resizes the window of the tab to the viewport: Chromium reports no Event Timing for elements outside the real window, whatever is
 * emulated. Other tabs keep the small default window, because a large one makes each capture a tenth slower.
 */
export async function resizeWindow({ cdp, guard }: Tab, { width, height }: Viewport): Promise<void> {
  const { windowId } = await guard(cdp.send('Browser.getWindowForTarget'))
  await guard(cdp.send('Browser.setWindowBounds', { windowId, bounds: { width, height } }))
}
