import type { Tip } from '../advice/tip.ts'
import { unusedCodeFinding } from '../advice/unused-code-finding.ts'

/** Lighthouse 13, unused JavaScript, for each file. */
const MOST_BYTES = 20 * 1024

export const javascriptUnused: Tip = {
  id: 'javascript-unused',
  title: 'Unused JavaScript',
  effort: 'high',
  when: 'functions that did not run in a repeat view without interactions are more than 20 KiB of a script, as transferred',
  learnMore: 'https://developer.chrome.com/docs/lighthouse/performance/unused-javascript/',
  find: (facts) =>
    unusedCodeFinding(facts, 'javascript', MOST_BYTES, {
      thing: 'script',
      fault: 'code that did not run while the page loaded',
      advice: 'Remove it, or split it off and load it when needed',
    }),
}
