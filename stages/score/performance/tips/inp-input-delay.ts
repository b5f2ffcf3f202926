import { slowestPhase } from '../advice/findings.ts'
import type { Tip } from '../advice/tip.ts'

export const inpInputDelay: Tip = {
  id: 'inp-input-delay',
  when: 'INP is over 200 ms, most of it before the handlers began',
  learnMore: 'https://web.dev/articles/optimize-input-delay',
  find: (facts) =>
    slowestPhase(facts, 'input_delay_ms', 'until its handlers began: other work had the main thread.'),
}
