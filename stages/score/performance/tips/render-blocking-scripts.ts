import { renderBlocking } from '../advice/findings.ts'
import type { Tip } from '../advice/tip.ts'

export const renderBlockingScripts: Tip = {
  id: 'render-blocking-scripts',
  title: 'Render-blocking scripts',
  effort: 'low',
  when: "the site's own scripts delay the first paint by 100 ms or more",
  learnMore: 'https://developer.chrome.com/docs/performance/insights/render-blocking',
  find(facts) {
    const own = facts.parties.first.filter(({ kind }) => kind === 'javascript')
    return renderBlocking(facts, own, ['script', 'scripts'], 'Add defer or async')
  },
}
