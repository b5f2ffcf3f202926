import { Failure, type Problem } from '#shared/errors.ts'
import type { EffectiveSnapshot } from '#shared/operations/snapshot.ts'
import type { Tab } from '../tab.ts'
import type { Area } from './area.ts'
import type { CaptureLimits } from './limits.ts'
import { type ElementBox, type ElementState, locate, show } from './page/element.ts'
import { lowerToEnd } from './page/lower.ts'
import { pageSize } from './page/page-size.ts'
import { settle, settledSize } from './page/settle.ts'
import { unrollAll, type Woken, wake } from './page/wake.ts'
import { observeRequests, type Requests } from './requests.ts'
import type { World } from './world.ts'

/** Makes the page ready for its picture and says which part of it that is. */
export async function setScene(
  tab: Tab,
  world: World,
  options: EffectiveSnapshot,
  limits: CaptureLimits,
): Promise<Area> {
  if (options.selector === null && !options.fullPage) return viewScene(world, options, limits)
  const requests = observeRequests(tab)
  try {
    if (options.selector === null) return await pageScene(world, requests, options, limits)
    return await elementScene(world, requests, options, options.selector, limits)
  } finally {
    requests.close()
  }
}

/** What is seen without scrolling, or where the URL's fragment scrolled to. */
async function viewScene(
  world: World,
  { viewport }: EffectiveSnapshot,
  limits: CaptureLimits,
): Promise<Area> {
  const size = await world.runWithin(settledSize, ...settling('seen', limits))
  const { scrollX: x, scrollY: y, zoom } = size ?? (await world.run(pageSize, null))
  const [width, height] = [viewport.width / zoom, viewport.height / zoom]
  return { x, y, width, height, scale: viewport.deviceScaleFactor * zoom, zoom, extent: 'view' }
}

/** All that can be scrolled to; a feed without end as far as every format can hold it. */
async function pageScene(
  world: World,
  requests: Requests,
  { viewport }: EffectiveSnapshot,
  limits: CaptureLimits,
): Promise<Area> {
  const { endless, heightBefore } = await wakeAll(world, requests, limits)
  await world.runWithin(unrollAll, null, limits.busyMs)
  await settled(world, 'all', limits)
  const { width, height, zoom } = await world.run(pageSize, null)
  const scale = viewport.deviceScaleFactor * zoom
  const cut = Math.max(heightBefore, Math.floor(limits.everyFormatPx / scale))
  const tall = endless ? Math.min(height, cut) : height
  await world.runWithin(lowerToEnd, tall, limits.busyMs)
  return { x: 0, y: 0, width, height: tall, scale, zoom, extent: 'beyond' }
}

/** What the page asked for as it was woken may make it longer, and so on. */
async function wakeAll(
  world: World,
  requests: Requests,
  limits: CaptureLimits,
): Promise<Pick<Woken, 'endless' | 'heightBefore'>> {
  const until = performance.now() + limits.sweepMs
  let heightBefore = 0
  for (let from = 0; ; ) {
    const sweepMs = Math.max(0, until - performance.now())
    const woken = await world.runWithin(wake, { ...limits, sweepMs, from }, sweepMs + limits.busyMs)
    if (woken === null || woken.endless) return { endless: woken !== null, heightBefore }
    heightBefore ||= woken.heightBefore
    if (woken.height <= from) return { endless: false, heightBefore }
    if (performance.now() > until) return { endless: woken.height > heightBefore * 1.5, heightBefore }
    await requests.quiet(limits.quietMs, limits.answersMs)
    from = woken.height
  }
}

/** The element in the middle of the view; one larger than the view as it lies in the page. */
async function elementScene(
  world: World,
  requests: Requests,
  { viewport }: EffectiveSnapshot,
  selector: string,
  limits: CaptureLimits,
): Promise<Area> {
  const { elementMs, sweepMs, busyMs } = limits
  const input = { ...limits, selector }
  const shown = await world.runWithin(show, input, elementMs + sweepMs + busyMs)
  if (shown !== null) boxOf(shown, selector)
  await requests.quiet(limits.quietMs, limits.answersMs)
  await settled(world, 'seen', limits)
  const { x, y, width, height, zoom, inView } = boxOf(await world.run(locate, selector), selector)
  const [left, top] = [Math.max(0, x), Math.max(0, y)]
  const scale = viewport.deviceScaleFactor * zoom
  const extent = inView ? 'inside' : 'beyond'
  return { x: left, y: top, width: x + width - left, height: y + height - top, scale, zoom, extent }
}

async function settled(world: World, images: 'seen' | 'all', limits: CaptureLimits): Promise<void> {
  await world.runWithin(settle, ...settling(images, limits))
}

/** What is asked, and how long an answer is waited for. */
function settling<Images extends 'seen' | 'all'>(
  images: Images,
  { fontsMs, imagesMs, changesMs, busyMs }: CaptureLimits,
) {
  return [{ images, fontsMs, imagesMs, changesMs }, fontsMs + 2 * imagesMs + changesMs + busyMs] as const
}

const notFound = {
  missing: 'No element matches the selector',
  'not displayed': 'The element that the selector matches is not displayed',
  empty: 'The element that the selector matches has a width or height of zero',
  'out of reach': 'The element that the selector matches lies outside of what the page can show',
} as const

function boxOf(state: ElementState, selector: string): ElementBox {
  if (state.state === 'box') return state
  if (state.state !== 'invalid') throw new Failure('ELEMENT_NOT_FOUND', notFound[state.state])
  const problem: Problem = {
    code: 'invalid_string',
    expected: 'CSS selector',
    received: selector,
    path: ['selector'],
    message: 'must be a valid CSS selector',
  }
  throw new Failure('VALIDATION_ERROR', `selector ${problem.message}`, { details: [problem] })
}
