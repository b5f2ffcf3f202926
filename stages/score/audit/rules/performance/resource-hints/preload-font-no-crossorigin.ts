import { hintsOf } from '../../../derived/resources/resource-hints.ts'
import { evaluateElements } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'

export const preloadFontNoCrossorigin = rule({
  id: 'preload-font-no-crossorigin',
  severity: 'warning',
  title: 'Preloads of fonts are made with CORS',
  why: 'Browsers load fonts with CORS, those of the own host too. A preload without crossorigin fetches the font a second time.',
  fix: 'Add crossorigin to the preloads of fonts.',
  effort: 'minutes',
  impact: 'medium',
  fixable: true,
  reference: 'https://web.dev/articles/preload-critical-assets',
  needs: ['document'],
  messages: { missing: '{affected} of {total} preloads of fonts have no crossorigin.' },

  check({ document }) {
    const fonts = hintsOf(document, 'preload')
      .map(({ element }) => element)
      .filter(({ attribs }) => attribs.as?.trim().toLowerCase() === 'font')
    return evaluateElements(fonts, 'missing', ({ attribs }) =>
      attribs.crossorigin === undefined ? (attribs.href ?? '') : null,
    )
  },
})
