/// <reference lib="dom" />
import type { Phrases } from '../phrases.data.ts'
import {
  asksConsent,
  type ConsentPatterns,
  compilePatterns,
  consentTextScript,
  deep,
  isShown,
  textOf,
} from './consent-text.ts'
import { bannerCandidates, composedParent, hide, isOverlay, overlayScript } from './overlays.ts'
import { restoreScrolling, restoreScrollingScript } from './restore-scrolling.ts'

export interface BannerSettings {
  readonly phrases: Phrases
  /** Selectors by name. */
  readonly platforms: Readonly<Record<string, string>>
}

export interface HiddenBanners {
  /** What was hidden now: names of platforms, `dialog` for others. */
  readonly hidden: readonly string[]
  /** In a frame: whether all of its document is a banner. */
  readonly isBanner: boolean
}

/** What the world of a frame offers. */
export interface Banners {
  /** Hides the banners there are. With `wasFound`, or when there was one, the page is given back, too. */
  sweep(wasFound: boolean): HiddenBanners
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
  const patterns = compilePatterns(phrases)
  const sweep = (wasFound: boolean) => {
    const hidden = [...hidePlatforms(platforms), ...hideDialogs(patterns)]
    if (self === top && (wasFound || hidden.length > 0)) restoreScrolling()
    return {
      hidden,
      isBanner: self !== top && document.body !== null && asksConsent(document.body, patterns),
    }
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
function hideDialogs(patterns: ConsentPatterns): string[] {
  return bannerCandidates().flatMap((element) => {
    if (!isShown(element) || !asksConsent(element, patterns)) return []
    hide(element)
    hideEmptyContainers(element)
    return ['dialog']
  })
}

/** Hides the outermost layer that held nothing but the banner. */
function hideEmptyContainers(banner: Element): void {
  let outermost: Element | null = null
  let at = composedParent(banner)
  while (
    at !== null &&
    !at.matches('html, body') &&
    textOf(at).length <= MOST_REST &&
    !deep(at, FILLED).some(isShown)
  ) {
    if (isOverlay(at)) outermost = at
    at = composedParent(at)
  }
  if (outermost !== null) hide(outermost)
}

function hideFrame(frame: Element): boolean {
  let layer: Element | null = frame
  while (layer !== null && !isOverlay(layer)) layer = composedParent(layer)
  if (layer === null || layer.matches('html, body') || textOf(layer).length > MOST_REST) return false
  hide(layer)
  hideEmptyContainers(layer)
  restoreScrolling()
  return true
}

function showsSomething(element: Element): boolean {
  return isShown(element) && (textOf(element) !== '' || deep(element, 'iframe').some(isShown))
}

/** Looks now and when something changes, then after a rest at what changed meanwhile. */
function watchDocument(check: () => void): void {
  let isResting = false
  let hasChanged = false
  const onChange = () => {
    hasChanged = isResting
    if (isResting) return
    isResting = true
    check()
    setTimeout(() => {
      isResting = false
      if (hasChanged) onChange()
    }, LOOK_MS)
  }
  const attributeFilter = ['class', 'style', 'open', 'hidden']
  onChange()
  new MutationObserver(onChange).observe(document, {
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
${[...overlayScript, ...restoreScrollingScript, ...consentTextScript].join('\n')}
${[hidePlatforms, hideDialogs, hideEmptyContainers, hideFrame, showsSomething, watchDocument].join('\n')}
return (${makeBanners})(${JSON.stringify(settings)})
})()`
}
