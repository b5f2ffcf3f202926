import { hintsOf } from '../../../derived/resources/resource-hints.ts'
import { evaluateElements } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'

/** Destinations of preloads (HTML, "translate a preload destination"; some browsers preload audio and video). */
const destinations = /^(?:fetch|font|image|script|style|track|json|text|audio|video)$/i

export const preloadNoAs = rule({
  id: 'preload-no-as',
  severity: 'warning',
  title: 'Preloads without a valid "as" attribute',
  passTitle: 'Preloads have a valid "as" attribute',
  why: 'Browsers ignore a preload without a valid "as" attribute.',
  fix: 'Add as="script", "style", "font", "image" or "fetch".',
  effort: 'minutes',
  impact: 'medium',
  fixable: true,
  reference: 'https://html.spec.whatwg.org/multipage/links.html#link-type-preload',
  needs: ['document'],
  messages: {
    missing:
      '{affected} of {total} {total:preload|preloads} {affected:has|have} no valid "as" attribute: {first}.',
  },

  check({ document }) {
    const preloads = hintsOf(document, 'preload').map(({ element }) => element)
    return evaluateElements(preloads, 'missing', ({ attribs }) =>
      destinations.test(attribs.as?.trim() ?? '') ? null : (attribs.href ?? ''),
    )
  },
})
