import type { Tab } from '../tab.ts'
import { keepStill } from './page/keep-still.ts'
import type { World } from './world.ts'

/**
 * Keeps the page as it is while it is captured beyond its view: the browser then lays it out for a view of one pixel, and
 * back (puppeteer/puppeteer#7251). Its scripts, which would answer that, don't run any more.
 */
export async function standStill(tab: Tab, world: World): Promise<void> {
  await world.run(keepStill, null)
  await disableScripts(tab, true)
}

/** For the next document. */
export function moveAgain(tab: Tab): Promise<void> {
  return disableScripts(tab, false)
}

function disableScripts({ cdp, guard }: Tab, value: boolean): Promise<void> {
  return guard(cdp.send('Emulation.setScriptExecutionDisabled', { value }))
}
