import { hintsOf } from '../../../derived/resources/resource-hints.ts'
import { evaluateElements } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'

export const preloadFontNoCrossorigin = rule({
  id: 'preload-font-no-crossorigin',
  severity: 'warning',
  title: 'Font preloads without crossorigin',
  passTitle: 'Font preloads have crossorigin',
  why: 'Browsers always fetch fonts with CORS, even from your own host. A preload without crossorigin downloads the font a second time.',
  fix: 'Add the crossorigin attribute to font preloads.',
  effort: 'minutes',
  impact: 'medium',
  fixable: true,
  reference: 'https://web.dev/articles/preload-critical-assets',
  needs: ['document'],
  messages: {
    missing:
      '{affected} of {total} font {total:preload|preloads} {affected:has|have} no crossorigin attribute: {first}.',
  },

  check({ document }) {
    const fonts = hintsOf(document, 'preload')
      .map(({ element }) => element)
      .filter(({ attribs }) => attribs.as?.trim().toLowerCase() === 'font')
    return evaluateElements(fonts, 'missing', ({ attribs }) =>
      attribs.crossorigin === undefined ? (attribs.href ?? '') : null,
    )
  },
})
