import { isLazy } from '../../../derived/images/loading.ts'
import { isTiny } from '../../../derived/images/page-images.ts'
import { evaluateElements } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'

/** Number of frames that may be in the first view. */
const FIRST_FRAMES = 3

export const iframeNotLazy = rule({
  id: 'iframe-not-lazy',
  severity: 'info',
  title: 'Offscreen iframes not lazy-loaded',
  passTitle: 'Offscreen iframes are lazy-loaded',
  why: 'Every iframe is a complete page. Those further down are loaded together with the first screen, although many visitors never scroll to them.',
  fix: 'Add loading="lazy" to iframes below the first screen.',
  effort: 'minutes',
  impact: 'medium',
  fixable: true,
  reference: 'https://web.dev/articles/iframe-lazy-loading',
  needs: ['document'],
  messages: {
    eager:
      '{affected} of {total} {total:iframe|iframes} after the third {affected:is|are} not lazy-loaded: {first}.',
  },

  check({ document }) {
    const frames = document
      .byTag('iframe')
      .filter((frame) => !document.isHidden(frame) && !isTiny(frame) && isLoaded(frame.attribs))
    return evaluateElements(frames.slice(FIRST_FRAMES), 'eager', (frame) =>
      isLazy(frame) ? null : (frame.attribs.src ?? ''),
    )
  },
})

/** A script gives a frame without a URL one later. */
function isLoaded({ src = '' }: Readonly<Record<string, string | undefined>>): boolean {
  return !/^\s*(?:about:.*)?$/i.test(src)
}
