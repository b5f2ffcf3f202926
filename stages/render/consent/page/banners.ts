/// <reference lib="dom" />
import type { Phrases } from '../banners.data.ts'
import { asksConsent, consentTextScript } from './consent-text.ts'
import { bannerCandidates, hide, isInFlow, isOverlay, isPageContent, overlayScript } from './overlays.ts'
import { indexPhrases, type PhraseIndex } from './phrases.ts'
import { composedParent, deep, isShown, textOf } from './reading.ts'
import { restoreScrolling, restoreScrollingScript } from './veils.ts'

export interface BannerSettings {
  readonly phrases: Phrases
  /** Selectors by name. */
  readonly platforms: Readonly<Record<string, string>>
}

export interface HiddenBanners {
  /** The banners that this call has hidden: names of platforms, `dialog` for others. */
  readonly hidden: readonly string[]
  /** Whether the whole document of a frame is a banner. */
  readonly isBanner: boolean
}

/** The functions in the isolated world of a frame. */
export interface Banners {
  /** Hides the current banners. With `wasFound`, or when there was one, restores scrolling as well. */
  sweep(wasFound: boolean): HiddenBanners
  /** From this call on, hides banners as they appear; calls `onFrame` when the document of the frame is a banner itself. */
  watch(onFrame: () => void): void
  /** Hides the element of a frame and the overlay that contains it; false when the frame is a part of the page. */
  hideFrame(frame: Element): boolean
}

/** Milliseconds between two checks of a page that keeps changing. */
const LOOK_MS = 200
/** Characters that an overlay may show besides its banner: a brand, a close button. */
const MOST_REST = 20
/** An overlay with one of these elements has content of its own. */
const FILLED = 'video, canvas, iframe, input, textarea, select'

function makeBanners({ phrases, platforms }: BannerSettings): Banners {
  const index = indexPhrases(phrases)
  const sweep = (wasFound: boolean) => {
    const hidden = [...hidePlatforms(platforms), ...hideDialogs(index)]
    if (self === top && (wasFound || hidden.length > 0)) restoreScrolling()
    return {
      hidden,
      isBanner: self !== top && document.body !== null && asksConsent(document.body, index),
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

/** Checks inner candidates first and hides them before it checks outer ones: so a bar in a header is hidden without the header. */
function hideDialogs(phrases: PhraseIndex): string[] {
  return bannerCandidates().flatMap((element) => {
    if (!isShown(element) || !asksConsent(element, phrases, isInFlow(element))) return []
    if (isPageContent(element)) return []
    hide(element)
    hideEmptyContainers(element)
    return ['dialog']
  })
}

/** Hides the outermost overlay that contained only the banner. */
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

/**
 * Checks at once, after each change of the document, and when it has loaded or has another size, at most once every `LOOK_MS`: a
 * frame of another process has its size only after its content.
 */
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
  addEventListener('load', onChange)
  addEventListener('resize', onChange)
  new MutationObserver(onChange).observe(document, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter,
  })
}

/** The source of an expression that makes the `Banners` of a frame, for an isolated world. */
export function bannersScript(settings: BannerSettings): string {
  return `(() => {
const LOOK_MS = ${LOOK_MS}, MOST_REST = ${MOST_REST}, FILLED = ${JSON.stringify(FILLED)}
${[...consentTextScript, ...overlayScript, ...restoreScrollingScript].join('\n')}
${[hidePlatforms, hideDialogs, hideEmptyContainers, hideFrame, showsSomething, watchDocument].join('\n')}
return (${makeBanners})(${JSON.stringify(settings)})
})()`
}
