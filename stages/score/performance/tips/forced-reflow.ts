import { ms, nameOf, plural, type Tip } from '../advice/tip.ts'

export const forcedReflow: Tip = {
  id: 'forced-reflow',
  when: 'scripts forced styles and layout for 30 ms or more within one task (Lighthouse, forced reflow)',
  learnMore: 'https://developer.chrome.com/docs/performance/insights/forced-reflow',
  find({ measurement: { forcedReflows = [] } }) {
    const [longest] = forcedReflows
    if (longest === undefined) return null
    const wholeMs = forcedReflows.reduce((sum, one) => sum + one.ms, 0)
    const count = forcedReflows.reduce((sum, one) => sum + one.count, 0)
    const script = longest.url === null ? 'a script without a URL' : nameOf(longest.url)
    const message = `Scripts waited ${plural(count, 'time')} for styles and layout, for ${ms(wholeMs)}, most of all ${script} for ${ms(longest.ms)}: read sizes and positions first and change the page afterwards, which saves up to ${ms(wholeMs)} of the main thread.`
    return { message }
  },
}
