import { runningScripts } from '../advice/findings.ts'
import { scriptItems } from '../advice/items.ts'
import { ms, nameOf, plural, type Tip } from '../advice/tip.ts'

/** The time that a whole interaction may take. */
const MOST_MS = 200

export const scriptLongRunning: Tip = {
  id: 'script-long-running',
  title: 'Long-running scripts',
  effort: 'high',
  when: 'a script ran for more than 200 ms, the whole budget of an interaction',
  learnMore: 'https://web.dev/articles/optimize-long-tasks',
  find(facts) {
    const long = runningScripts(facts).filter(({ ms: busy }) => busy > MOST_MS)
    const [longest] = long
    if (longest === undefined) return null
    const message = `${plural(long.length, 'script')} ran for more than ${ms(MOST_MS)}, ${nameOf(longest.url)} for ${ms(longest.ms)}. Taps and clicks wait meanwhile. Break up the work.`
    return { message, items: scriptItems(long) }
  },
}
