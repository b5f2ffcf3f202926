import type { Viewport } from '#shared/operations/snapshot.ts'
import type { Tab } from '../../tab/tab.ts'

/**
 * Makes the tab's window hold the whole viewport: what is painted outside of it gets no Event Timing, whatever is emulated.
 * Other tabs keep the browser's small window, since a large one costs each picture a tenth of its time.
 */
export async function resizeWindow({ cdp, guard }: Tab, { width, height }: Viewport): Promise<void> {
  const { windowId } = await guard(cdp.send('Browser.getWindowForTarget'))
  await guard(cdp.send('Browser.setWindowBounds', { windowId, bounds: { width, height } }))
}
