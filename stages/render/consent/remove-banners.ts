import { setTimeout as delay } from 'node:timers/promises'
import { withTimeoutOrNull } from '#shared/async/timeout.ts'
import { type FrameWorld, type FrameWorlds, openFrameWorlds } from '../tab/isolated-world.ts'
import type { Tab } from '../tab/tab.ts'
import { phrases, platforms } from './banners.data.ts'
import { type ConsentRules, makeOptOuts, type OptOuts, type Phase } from './opt-outs.ts'
import { type Banners, bannersScript, type HiddenBanners } from './page/banners.ts'

export interface BannerOutcome {
  /** Names of platforms; `dialog` and `frame` for unknown banners. */
  readonly found: readonly string[]
  /** Whether there was a banner and none is left. */
  readonly removed: boolean
}

/** Maximum wait in each phase, in milliseconds. A page without a banner has usually finished detection by then. */
const maxWaitMs: Readonly<Record<Phase, number>> = {
  still: 0,
  looking: 700,
  expecting: 1200,
  optingOut: 4000,
}
const POLL_MS = 40
/** Banners of a document that is busy for so long stay, in milliseconds. */
const HIDE_TIMEOUT_MS = 1000
/** A banner that replaces a removed one appears within this time, in milliseconds. */
const REAPPEAR_MS = 120

const contentScript = ({ script }: ConsentRules) => `
globalThis.autoconsentSendMessage = (message) => pageprobeSend(JSON.stringify(message))
globalThis.banners = ${bannersScript({ phrases, platforms })}
${script}`

/**
 * Removes cookie consent banners in the page and its frames: rejects the consent of known platforms, and hides other banners. Never
 * accepts. Runs in isolated worlds, so scripts of the page see only the changes of the document. Call it before the first navigation.
 */
export async function removeBanners(tab: Tab, rules: ConsentRules) {
  const { frameTree } = await tab.cdp.send('Page.getFrameTree')
  const optOuts = makeOptOuts(rules.rulesFor, frameTree.frame.id)
  let isWatching = false
  const beingHidden = new Set<FrameWorld>()
  /** A frame that keeps changing asks for it again before it is hidden. */
  const hideOnce = async (world: FrameWorld) => {
    if (beingHidden.has(world)) return
    beingHidden.add(world)
    await hideFrame(world, worlds)
    beingHidden.delete(world)
  }
  const worlds = await openFrameWorlds({
    tab,
    contentScript: contentScript(rules),
    onMessage(world, text) {
      const message = JSON.parse(text)
      if (message.type === 'bannerFrame') void hideOnce(world)
      else optOuts.handleMessage(world, message)
      if (message.type === 'init' && isWatching) void watch(world)
    },
  })
  return {
    /**
     * Call it before the capture. Waits, for `maxWaitMs` at most, until a started opt-out ends, then hides the remaining banners. From
     * then on, hides banners as they appear.
     */
    async settle(): Promise<BannerOutcome> {
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

/** Hides the current banners of all frames; returns the names of those that were hidden. */
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

/** Hides the frame element of the world in the document that holds it; false when the frame is a part of the page. */
async function hideFrame({ frameId }: FrameWorld, worlds: FrameWorlds): Promise<boolean> {
  for (const holder of worlds.all()) {
    const isHidden = await orNull(hideFrameIn(holder, frameId))
    if (isHidden !== null) return isHidden
  }
  return false
}

/** Rejects when the document of the world does not hold the frame. */
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

/** Null when the document is gone or busy. */
function orNull<T>(step: Promise<T>): Promise<T | null> {
  return withTimeoutOrNull(
    step.catch(() => null),
    HIDE_TIMEOUT_MS,
  )
}
