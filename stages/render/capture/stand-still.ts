import type { Protocol } from 'puppeteer-core'
import type { Tab } from '../tab.ts'
import { keepStill } from './page/keep-still.ts'
import { type World, WorldLost } from './world.ts'

/**
 * Captures the page beyond its view, and keeps it as it is meanwhile: the browser then lays it out for a view of one pixel, and
 * back (puppeteer/puppeteer#7251). Its scripts, which would answer that, don't run any more. Rejects with WorldLost when the
 * page went elsewhere; that document had no scripts, either, and has been loaded again with them.
 */
export async function whileStill<T>(tab: Tab, world: World, take: () => Promise<T>): Promise<T> {
  await world.run(keepStill, null)
  await disableScripts(tab, true)
  try {
    const taken = await take()
    await world.ensureAlive()
    return taken
  } catch (error) {
    if (error instanceof WorldLost) await loadAgain(tab)
    throw error
  }
}

async function loadAgain(tab: Tab): Promise<void> {
  const { cdp, frameId, guard } = tab
  await disableScripts(tab, false)
  const { promise, resolve } = Promise.withResolvers<void>()
  const arrived = ({ frame }: Protocol.Page.FrameNavigatedEvent) => {
    if (frame.id === frameId) resolve()
  }
  cdp.on('Page.frameNavigated', arrived)
  await guard(cdp.send('Page.reload').then(() => promise)).finally(() =>
    cdp.off('Page.frameNavigated', arrived),
  )
}

function disableScripts({ cdp, guard }: Tab, value: boolean): Promise<void> {
  return guard(cdp.send('Emulation.setScriptExecutionDisabled', { value }))
}
