import { slowestPhase } from '../advice/findings.ts'
import type { Tip } from '../advice/tip.ts'

export const inpInputDelay: Tip = {
  id: 'inp-input-delay',
  title: 'Slow interaction: long input delay',
  effort: 'high',
  when: 'INP is over 200 ms, most of it before the handlers began',
  learnMore: 'https://web.dev/articles/optimize-input-delay',
  find: (facts) =>
    slowestPhase(
      facts,
      'input_delay_ms',
      'until its event handlers began. Break up the long tasks that block the main thread.',
    ),
}
