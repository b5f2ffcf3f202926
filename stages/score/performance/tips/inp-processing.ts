import { slowestPhase } from '../advice/findings.ts'
import type { Tip } from '../advice/tip.ts'

export const inpProcessing: Tip = {
  id: 'inp-processing',
  title: 'Slow interaction: slow event handlers',
  effort: 'medium',
  when: 'INP is over 200 ms, most of it in handlers',
  learnMore: 'https://web.dev/articles/optimize-inp',
  find: (facts) =>
    slowestPhase(facts, 'processing_ms', 'in its event handlers. Do less in them, or yield before the rest.'),
}
