import { runningScripts } from '../advice/findings.ts'
import { scriptItems } from '../advice/items.ts'
import { ms, nameOf, type Tip } from '../advice/tip.ts'

/** Lighthouse, JavaScript execution time, p10. */
const MOST_MS = 1282

export const scriptExecution: Tip = {
  id: 'script-execution',
  title: 'Long JavaScript execution',
  effort: 'high',
  when: 'scripts ran for more than 1,282 ms together',
  learnMore: 'https://developer.chrome.com/docs/lighthouse/performance/bootup-time/',
  find(facts) {
    const scripts = runningScripts(facts)
    const busy = scripts.reduce((sum, script) => sum + script.ms, 0)
    const [longest] = scripts
    if (longest === undefined || busy <= MOST_MS) return null
    const message = `Scripts ran for ${ms(busy)}, ${nameOf(longest.url)} for ${ms(longest.ms)} of it. Run less code while the page loads.`
    return { message, items: scriptItems(scripts) }
  },
}
