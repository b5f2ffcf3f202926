import { slowestPhase } from '../advice/findings.ts'
import type { Tip } from '../advice/tip.ts'

export const inpPresentation: Tip = {
  id: 'inp-presentation',
  when: 'INP is over 200 ms, most of it after the handlers',
  learnMore: 'https://developer.chrome.com/docs/performance/insights/inp-breakdown',
  find: (facts) =>
    slowestPhase(facts, 'presentation_ms', 'after its handlers until the next frame: change fewer elements.'),
}
