import { Failure, type Problem } from '#shared/errors.ts'
import type { EffectiveSnapshot } from '#shared/operations/snapshot.ts'
import type { Area } from './area.ts'
import type { CaptureLimits } from './limits.ts'
import { type ElementBox, type ElementState, locate, show } from './page/element.ts'
import { pageSize } from './page/page-size.ts'
import { settle, settledSize } from './page/settle.ts'
import { wake } from './page/wake.ts'
import type { World } from './world.ts'

/** Makes the page ready for its picture and says which part of it that is. */
export function setScene(world: World, options: EffectiveSnapshot, limits: CaptureLimits): Promise<Area> {
  if (options.selector !== null) return elementScene(world, options, options.selector, limits)
  return options.fullPage ? pageScene(world, options, limits) : viewScene(world, options, limits)
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
  { viewport }: EffectiveSnapshot,
  limits: CaptureLimits,
): Promise<Area> {
  const woken = await world.runWithin(wake, limits, limits.sweepMs + limits.busyMs)
  await settled(world, 'all', limits)
  const { width, height, zoom } = await world.run(pageSize, null)
  const scale = viewport.deviceScaleFactor * zoom
  const cut = Math.max(woken?.heightBefore ?? 0, Math.floor(limits.everyFormatPx / scale))
  const tall = woken?.endless ? Math.min(height, cut) : height
  return { x: 0, y: 0, width, height: tall, scale, zoom, extent: 'beyond' }
}

/** The element in the middle of the view; one larger than the view as it lies in the page. */
async function elementScene(
  world: World,
  { viewport }: EffectiveSnapshot,
  selector: string,
  limits: CaptureLimits,
): Promise<Area> {
  const { elementMs, sweepMs, busyMs } = limits
  const input = { ...limits, selector }
  const shown = await world.runWithin(show, input, elementMs + sweepMs + busyMs)
  if (shown !== null) boxOf(shown, selector)
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
  { fontsMs, imagesMs, busyMs }: CaptureLimits,
) {
  return [{ images, fontsMs, imagesMs }, fontsMs + 2 * imagesMs + busyMs] as const
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
