import { renderBlocking } from '../advice/findings.ts'
import type { Tip } from '../advice/tip.ts'

export const renderBlockingThirdParty: Tip = {
  id: 'render-blocking-third-party',
  when: 'files of other sites hold back the first paint by 100 ms or more',
  learnMore: 'https://web.dev/articles/efficiently-load-third-party-javascript',
  find(facts) {
    const advice = 'while their site is slow or away, yours is blank; load them later or host them yourself'
    return renderBlocking(
      facts,
      facts.parties.third,
      ['file of another site', 'files of other sites'],
      advice,
    )
  },
}
