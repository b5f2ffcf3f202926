import { slowestPhase } from '../advice/findings.ts'
import type { Tip } from '../advice/tip.ts'

export const inpPresentation: Tip = {
  id: 'inp-presentation',
  title: 'Slow interaction: long presentation delay',
  effort: 'high',
  when: 'INP is over 200 ms, most of it after the handlers',
  learnMore: 'https://developer.chrome.com/docs/performance/insights/inp-breakdown',
  find: (facts) =>
    slowestPhase(
      facts,
      'presentation_ms',
      'from its event handlers to the next frame. Change fewer elements.',
    ),
}
