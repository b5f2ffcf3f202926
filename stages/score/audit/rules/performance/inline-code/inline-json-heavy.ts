import { heavyScripts } from '../../../derived/resources/scripts.ts'
import { rule } from '../../../engine/rule.ts'

const MAX_KB = 250

export const inlineJsonHeavy = rule({
  id: 'inline-json-heavy',
  severity: 'info',
  title: 'Too much inline JSON data',
  passTitle: 'Inline JSON data is small',
  why: 'Frameworks repeat the data of a page for their scripts. All of it has to be downloaded and parsed before the page can be used.',
  fix: 'Send only the data that the page shows, and load the rest when it is needed.',
  effort: 'days',
  impact: 'low',
  fixable: false,
  reference: 'https://web.dev/articles/rendering-on-the-web',
  needs: ['document'],
  messages: { heavy: 'Inline JSON data weighs {kilobytes} KB; up to {max} KB is good.' },
  thresholds: { good: 'up to 250 KB', needs_improvement: 'more than 250 KB', poor: 'none' },

  check({ document }) {
    return heavyScripts(document, { message: 'heavy', maxKb: MAX_KB, isMeant: ({ kind }) => kind === 'data' })
  },
})
