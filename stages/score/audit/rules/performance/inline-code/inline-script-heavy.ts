import { heavyScripts } from '../../../derived/resources/scripts.ts'
import { rule } from '../../../engine/rule.ts'

const MAX_KB = 100

export const inlineScriptHeavy = rule({
  id: 'inline-script-heavy',
  severity: 'info',
  title: 'Too much inline JavaScript',
  passTitle: 'Inline JavaScript is small',
  why: 'Inline scripts are downloaded with every page, cannot be cached separately, and delay what comes after them.',
  fix: 'Move scripts into external files.',
  effort: 'hours',
  impact: 'low',
  fixable: true,
  reference: 'https://web.dev/articles/script-evaluation-and-long-tasks',
  needs: ['document'],
  messages: { heavy: 'Inline scripts weigh {kilobytes} KB; up to {max} KB is good.' },
  thresholds: { good: 'up to 100 KB', needs_improvement: 'more than 100 KB', poor: 'none' },

  check({ document }) {
    return heavyScripts(document, { message: 'heavy', maxKb: MAX_KB, isMeant: ({ kind }) => kind !== 'data' })
  },
})
