import { heavyScripts } from '../../../derived/resources/scripts.ts'
import { rule } from '../../../engine/rule.ts'

const MAX_KB = 250

export const inlineJsonHeavy = rule({
  id: 'inline-json-heavy',
  severity: 'info',
  title: 'Data in the page are small',
  why: 'Frameworks put the data of a page into it a second time, for their scripts. All of it is loaded and read before the page can be used.',
  fix: 'Send only what the page shows, and the rest when it is needed.',
  effort: 'days',
  impact: 'low',
  fixable: false,
  reference: 'https://web.dev/articles/rendering-on-the-web',
  needs: ['document'],
  messages: { heavy: 'Data in the page have {kilobytes} KB; up to {max} KB is good.' },
  thresholds: { good: 'up to 250 KB', needs_improvement: 'more than 250 KB', poor: 'none' },

  check({ document }) {
    return heavyScripts(document, { message: 'heavy', maxKb: MAX_KB, isMeant: ({ kind }) => kind === 'data' })
  },
})
