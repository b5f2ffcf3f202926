/// <reference lib="dom" />
import type { Phrases } from '../phrases.data.ts'
import { above, hide, isLayer, overlayScript, possibleBanners } from './overlays.ts'
import { releasePage, releaseScript } from './release.ts'
import { asksConsent, deep, isShown, type Speech, speechOf, speechScript, textOf } from './speech.ts'

export interface BannerSettings {
  readonly phrases: Phrases
  /** Selectors by name. */
  readonly platforms: Readonly<Record<string, string>>
}

export interface Swept {
  /** What was hidden now: names of platforms, `dialog` for others. */
  readonly hidden: readonly string[]
  /** In a frame: whether all of its document is a banner. */
  readonly isBanner: boolean
}

/** What the world of a frame offers. */
export interface Banners {
  /** Hides the banners there are. With `wasFound`, or when there was one, the page is given back, too. */
  sweep(wasFound: boolean): Swept
  /** From now on hides banners as they come; `onFrame` hears when the frame's document turns out to be one. */
  watch(onFrame: () => void): void
  /** Hides a frame's element with what holds it on the page; false when it is a part of the page. */
  hideFrame(frame: Element): boolean
}

/** Milliseconds between two looks at a page that keeps changing. */
const LOOK_MS = 200
/** Characters that a layer may show beside its banner: a brand, a cross. */
const MOST_REST = 20
/** What a layer shows for its own sake. */
const FILLED = 'video, canvas, iframe, input, textarea, select'

function makeBanners({ phrases, platforms }: BannerSettings): Banners {
  const speech = speechOf(phrases)
  const sweep = (wasFound: boolean) => {
    const hidden = [...hidePlatforms(platforms), ...hideDialogs(speech)]
    if (self === top && (wasFound || hidden.length > 0)) releasePage()
    return { hidden, isBanner: self !== top && document.body !== null && asksConsent(document.body, speech) }
  }
  return {
    sweep,
    watch: (onFrame) => watchDocument(() => sweep(false).isBanner && onFrame()),
    hideFrame,
  }
}

function hidePlatforms(platforms: BannerSettings['platforms']): string[] {
  return Object.entries(platforms).flatMap(([name, selector]) => {
    const shown = [...document.querySelectorAll(selector)].filter(showsSomething)
    shown.forEach(hide)
    return shown.length > 0 ? [name] : []
  })
}

/** Each is judged by what the ones before have left of it: a bar in a header goes alone. */
function hideDialogs(speech: Speech): string[] {
  return possibleBanners().flatMap((element) => {
    if (!isShown(element) || !asksConsent(element, speech)) return []
    hide(element)
    hideEmptied(element)
    return ['dialog']
  })
}

/** Hides the outermost layer that held nothing but the banner. */
function hideEmptied(banner: Element): void {
  let outermost: Element | null = null
  let at = above(banner)
  while (
    at !== null &&
    !at.matches('html, body') &&
    textOf(at).length <= MOST_REST &&
    !deep(at, FILLED).some(isShown)
  ) {
    if (isLayer(at)) outermost = at
    at = above(at)
  }
  if (outermost !== null) hide(outermost)
}

function hideFrame(frame: Element): boolean {
  let layer: Element | null = frame
  while (layer !== null && !isLayer(layer)) layer = above(layer)
  if (layer === null || layer.matches('html, body') || textOf(layer).length > MOST_REST) return false
  hide(layer)
  hideEmptied(layer)
  releasePage()
  return true
}

function showsSomething(element: Element): boolean {
  return isShown(element) && (textOf(element) !== '' || deep(element, 'iframe').some(isShown))
}

/** Looks now and when something changes, then after a rest at what changed meanwhile. */
function watchDocument(look: () => void): void {
  let isResting = false
  let hasChanged = false
  const change = () => {
    hasChanged = isResting
    if (isResting) return
    isResting = true
    look()
    setTimeout(() => {
      isResting = false
      if (hasChanged) change()
    }, LOOK_MS)
  }
  const attributeFilter = ['class', 'style', 'open', 'hidden']
  change()
  new MutationObserver(change).observe(document, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter,
  })
}

/** The text of a function that makes a frame's banners, for a world where nothing of this file is known. */
export function bannersScript(settings: BannerSettings): string {
  return `(() => {
const LOOK_MS = ${LOOK_MS}, MOST_REST = ${MOST_REST}, FILLED = ${JSON.stringify(FILLED)}
${[...overlayScript, ...releaseScript, ...speechScript].join('\n')}
${[hidePlatforms, hideDialogs, hideEmptied, hideFrame, showsSomething, watchDocument].join('\n')}
return (${makeBanners})(${JSON.stringify(settings)})
})()`
}
