import { setTimeout as delay } from 'node:timers/promises'
import { withTimeoutOrNull } from '../../../shared/async/timeout-or-null.ts'
import { consentRules } from '../adapters/consent-rules.ts'
import { type FrameWorld, type FrameWorlds, openFrameWorlds } from '../tab/frame-worlds.ts'
import type { Tab } from '../tab/tab.ts'
import { makeOptOuts, type OptOuts, type Phase } from './opt-outs.ts'
import { type Banners, bannersScript, type HiddenBanners } from './page/banners.ts'
import { phrases } from './phrases.data.ts'
import { platforms } from './platforms.data.ts'

export interface BannerOutcome {
  /** Platforms by name, `dialog` and `frame` for banners of others. */
  readonly found: readonly string[]
  /** There was a banner, and none is left. */
  readonly removed: boolean
}

export interface BannerRemoval {
  /**
   * Call it when the page is to be captured. Waits, within `patience`, for an opt-out that is under way, then hides what is left.
   * From then on banners are hidden as they come.
   */
  settle(): Promise<BannerOutcome>
}

/** How long a page is waited for that is in that phase, in milliseconds. A page without a banner mostly has the first behind it. */
const maxWaitMs: Readonly<Record<Phase, number>> = {
  still: 0,
  looking: 700,
  expecting: 1200,
  optingOut: 4000,
}
const POLL_MS = 40
/** After this time a busy document is left as it is. */
const HIDE_TIMEOUT_MS = 1000
/** What a removal may set off appears within this time. */
const REAPPEAR_MS = 120

const contentScript = () => `
globalThis.autoconsentSendMessage = (message) => pageprobeSend(JSON.stringify(message))
globalThis.banners = ${bannersScript({ phrases, platforms })}
${consentRules().script}`

/**
 * Removes banners that ask for consent to cookies, in the page and its frames: platforms that are known are told no, other
 * banners are hidden; nothing is ever accepted. Call it before the page goes anywhere. The page's own scripts see no trace but
 * what it does to the document.
 */
export async function removeBanners(tab: Tab): Promise<BannerRemoval> {
  const { frameTree } = await tab.cdp.send('Page.getFrameTree')
  const optOuts = makeOptOuts({ rulesFor: consentRules().rulesFor, mainFrameId: frameTree.frame.id })
  let isWatching = false
  const worlds = await openFrameWorlds({
    tab,
    contentScript: contentScript(),
    onMessage(world, text) {
      const message = JSON.parse(text)
      if (message.type === 'bannerFrame') void hideFrame(world, worlds)
      else optOuts.handleMessage(world, message)
      if (message.type === 'init' && isWatching) void watch(world)
    },
  })
  return {
    async settle() {
      await tab.guard(waitForOptOuts(tab, optOuts, worlds))
      const first = await tab.guard(hideBanners(worlds, optOuts.found().length > 0))
      isWatching = true
      await tab.guard(Promise.all(worlds.all().map(watch)))
      const found = [...new Set([...optOuts.found(), ...first])]
      if (found.length === 0) return { found, removed: false }
      await tab.guard(delay(REAPPEAR_MS))
      const remaining = await tab.guard(hideBanners(worlds, true))
      return {
        found,
        removed: remaining.length === 0 || (await tab.guard(hideBanners(worlds, true))).length === 0,
      }
    },
  }
}

async function waitForOptOuts({ signal }: Tab, optOuts: OptOuts, worlds: FrameWorlds): Promise<void> {
  while (!signal.aborted) {
    const { phase, ms } = optOuts.phase(worlds.all())
    if (ms >= maxWaitMs[phase]) return
    await delay(POLL_MS)
  }
}

/** What was hidden, in any frame. */
async function hideBanners(worlds: FrameWorlds, wasFound: boolean): Promise<readonly string[]> {
  const results = await Promise.all(
    worlds.all().map(async (world) => {
      const hiding = world.evaluate<HiddenBanners>(`banners.sweep(${wasFound})`)
      const { hidden, isBanner } = (await orNull(hiding)) ?? nothingHidden
      const isHidden = isBanner && (await hideFrame(world, worlds))
      return isHidden ? [...hidden, 'frame'] : hidden
    }),
  )
  return results.flat()
}

const nothingHidden: HiddenBanners = { hidden: [], isBanner: false }

async function watch(world: FrameWorld): Promise<void> {
  const onFrame = `() => pageprobeSend('{"type":"bannerFrame"}')`
  await orNull(world.evaluate(`banners.watch(${onFrame})`))
}

/** Hides the element of a world's frame, in the document that holds it; false when that is not to be. */
async function hideFrame({ frameId }: FrameWorld, worlds: FrameWorlds): Promise<boolean> {
  for (const holder of worlds.all()) {
    const isHidden = await orNull(hideFrameIn(holder, frameId))
    if (isHidden !== null) return isHidden
  }
  return false
}

/** Rejects where the document in that world does not hold the frame. */
async function hideFrameIn({ session, contextId }: FrameWorld, frameId: string): Promise<boolean> {
  const { backendNodeId } = await session.send('DOM.getFrameOwner', { frameId })
  const { object } = await session.send('DOM.resolveNode', { backendNodeId, executionContextId: contextId })
  const method: keyof Banners = 'hideFrame'
  const { result } = await session.send('Runtime.callFunctionOn', {
    objectId: object.objectId as string,
    functionDeclaration: `function () { return banners.${method}(this) }`,
    returnByValue: true,
  })
  return result.value
}

/** Null where the document is gone or busy: none that is waited for. */
function orNull<T>(step: Promise<T>): Promise<T | null> {
  return withTimeoutOrNull(
    step.catch(() => null),
    HIDE_TIMEOUT_MS,
  )
}
