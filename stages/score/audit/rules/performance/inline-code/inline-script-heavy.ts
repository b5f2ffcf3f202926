import { heavyScripts } from '../../../derived/resources/scripts.ts'
import { rule } from '../../../engine/rule.ts'

const MAX_KB = 100

export const inlineScriptHeavy = rule({
  id: 'inline-script-heavy',
  severity: 'info',
  title: 'Scripts in the page are small',
  why: 'What stands in the page is loaded with every page, cannot be cached by itself, and delays what comes after it.',
  fix: 'Move scripts into files.',
  effort: 'hours',
  impact: 'low',
  fixable: true,
  reference: 'https://web.dev/articles/script-evaluation-and-long-tasks',
  needs: ['document'],
  messages: { heavy: 'Scripts in the page have {kilobytes} KB; up to {max} KB is good.' },
  thresholds: { good: 'up to 100 KB', needs_improvement: 'more than 100 KB', poor: 'none' },

  check({ document }) {
    return heavyScripts(document, { message: 'heavy', maxKb: MAX_KB, isMeant: ({ kind }) => kind !== 'data' })
  },
})
