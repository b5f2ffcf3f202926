import type { Tip } from '../advice/tip.ts'
import { unusedCodeFinding } from '../advice/unused-code-finding.ts'

/** Lighthouse 13, unused CSS, for each file: rules for states such as `:hover` are no waste. */
const MOST_BYTES = 10 * 1024

export const cssUnused: Tip = {
  id: 'css-unused',
  title: 'Unused CSS',
  effort: 'medium',
  when: 'rules that matched nothing in a repeat view without interactions are more than 10 KiB of a style sheet, as transferred',
  learnMore: 'https://developer.chrome.com/docs/lighthouse/performance/unused-css-rules/',
  find: (facts) =>
    unusedCodeFinding(facts, 'stylesheet', MOST_BYTES, {
      thing: 'style sheet',
      fault: 'rules that matched nothing on the page',
      advice: 'Remove them, or load them only on pages that need them',
    }),
}
