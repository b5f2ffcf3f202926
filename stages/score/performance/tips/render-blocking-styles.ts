import { renderBlocking } from '../advice/findings.ts'
import type { Tip } from '../advice/tip.ts'

export const renderBlockingStyles: Tip = {
  id: 'render-blocking-styles',
  title: 'Render-blocking CSS',
  effort: 'medium',
  when: "the site's own style sheets delay the first paint by 100 ms or more",
  learnMore: 'https://developer.chrome.com/docs/performance/insights/render-blocking',
  find(facts) {
    const own = facts.parties.first.filter(({ kind }) => kind === 'stylesheet')
    return renderBlocking(
      facts,
      own,
      ['style sheet', 'style sheets'],
      'Inline the critical CSS and load the rest later',
    )
  },
}
