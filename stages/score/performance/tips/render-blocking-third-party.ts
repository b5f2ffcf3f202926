import { renderBlocking } from '../advice/findings.ts'
import type { Tip } from '../advice/tip.ts'

export const renderBlockingThirdParty: Tip = {
  id: 'render-blocking-third-party',
  title: 'Render-blocking files of other sites',
  effort: 'medium',
  when: 'files of other sites delay the first paint by 100 ms or more',
  learnMore: 'https://web.dev/articles/efficiently-load-third-party-javascript',
  find(facts) {
    const advice =
      'While their site is slow or unavailable, yours stays blank. Load them later, or host them yourself'
    return renderBlocking(
      facts,
      facts.parties.third,
      ['file of another site', 'files of other sites'],
      advice,
    )
  },
}
