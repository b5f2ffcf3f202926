import { isLazy } from '../../../derived/images/loading.ts'
import { isTiny } from '../../../derived/images/page-images.ts'
import { evaluateElements } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'

/** Number of frames that may be in the first view. */
const FIRST_FRAMES = 3

export const iframeNotLazy = rule({
  id: 'iframe-not-lazy',
  severity: 'info',
  title: 'Later frames are loaded lazily',
  why: 'Each frame is a whole page. Those further down are loaded with the first view, though many visitors never come to them.',
  fix: 'Add loading="lazy" to frames below the first view.',
  effort: 'minutes',
  impact: 'medium',
  fixable: true,
  reference: 'https://web.dev/articles/iframe-lazy-loading',
  needs: ['document'],
  messages: { eager: '{affected} of {total} frames after the third are loaded at once.' },

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
