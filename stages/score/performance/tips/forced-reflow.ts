import { itemOf } from '../advice/items.ts'
import { ms, nameOf, plural, type Tip } from '../advice/tip.ts'

export const forcedReflow: Tip = {
  id: 'forced-reflow',
  title: 'Forced reflow',
  effort: 'medium',
  when: 'scripts forced styles and layout for 30 ms or more within one task (Lighthouse, forced reflow)',
  learnMore: 'https://developer.chrome.com/docs/performance/insights/forced-reflow',
  find({ measurement: { forcedReflows = [] } }) {
    const [longest] = forcedReflows
    if (longest === undefined) return null
    const wholeMs = forcedReflows.reduce((sum, one) => sum + one.ms, 0)
    const count = forcedReflows.reduce((sum, one) => sum + one.count, 0)
    const script = longest.url === null ? 'a script without a URL' : nameOf(longest.url)
    const message = `Scripts forced style and layout ${plural(count, 'time')} for ${ms(wholeMs)}, above all ${script} for ${ms(longest.ms)}. Read sizes and positions first, then change the page. Saves up to ${ms(wholeMs)} of main-thread time.`
    const items = forcedReflows.map((one) =>
      itemOf({ url: one.url, ms: one.ms, text: plural(one.count, 'time') }),
    )
    return { message, items }
  },
}
