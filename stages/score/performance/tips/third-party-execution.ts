import { runningScripts } from '../advice/findings.ts'
import { scriptItems } from '../advice/items.ts'
import { ms, nameOf, plural, type Tip } from '../advice/tip.ts'

/** Lighthouse, third-party summary. */
const MOST_MS = 250

export const thirdPartyExecution: Tip = {
  id: 'third-party-execution',
  title: 'Slow scripts of other sites',
  effort: 'medium',
  when: 'scripts of other sites ran for more than 250 ms',
  learnMore: 'https://developer.chrome.com/docs/performance/insights/third-parties',
  find(facts) {
    const urls = new Set(facts.parties.third.map(({ url }) => url))
    const scripts = runningScripts(facts).filter(({ url }) => urls.has(url))
    const busy = scripts.reduce((sum, script) => sum + script.ms, 0)
    const [longest] = scripts
    if (longest === undefined || busy <= MOST_MS) return null
    const message = `${plural(scripts.length, 'script')} of other sites ran for ${ms(busy)}, ${nameOf(longest.url)} for ${ms(longest.ms)} of it. Load them after the page, or remove them.`
    return { message, items: scriptItems(scripts) }
  },
}
