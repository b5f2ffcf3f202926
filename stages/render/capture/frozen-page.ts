import type { Protocol } from 'puppeteer-core'
import { ContextDestroyed, type IsolatedWorld } from '../tab/isolated-world.ts'
import type { Tab } from '../tab/tab.ts'
import { suppressReflowEffects } from './page/suppress-reflow-effects.ts'

/**
 * Captures the page beyond its viewport and keeps its appearance meanwhile. Chromium lays the page out for a viewport of one pixel, and
 * back (puppeteer/puppeteer#7251); disables scripts, which would react to the resize. Rejects with `ContextDestroyed` when the page has
 * navigated; the next document, which was loaded without scripts, is then reloaded with them.
 */
export async function withFrozenPage<T>(
  tab: Tab,
  world: IsolatedWorld,
  capture: () => Promise<T>,
): Promise<T> {
  await world.run(suppressReflowEffects, null)
  await disableScripts(tab, true)
  try {
    const captured = await capture()
    await world.assertAlive()
    return captured
  } catch (error) {
    if (error instanceof ContextDestroyed) await reload(tab)
    throw error
  }
}

async function reload(tab: Tab): Promise<void> {
  const { cdp, frameId, guard } = tab
  await disableScripts(tab, false)
  const { promise, resolve } = Promise.withResolvers<void>()
  const onNavigated = ({ frame }: Protocol.Page.FrameNavigatedEvent) => {
    if (frame.id === frameId) resolve()
  }
  cdp.on('Page.frameNavigated', onNavigated)
  await guard(cdp.send('Page.reload').then(() => promise)).finally(() =>
    cdp.off('Page.frameNavigated', onNavigated),
  )
}

function disableScripts({ cdp, guard }: Tab, value: boolean): Promise<void> {
  return guard(cdp.send('Emulation.setScriptExecutionDisabled', { value }))
}
