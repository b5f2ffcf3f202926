import { itemOf } from '../advice/items.ts'
import { ms, type Tip } from '../advice/tip.ts'

/** A quarter of the 2 s that the main thread may be busy. */
const MOST_MS = 500

export const styleLayoutWork: Tip = {
  id: 'style-layout-work',
  title: 'Long style and layout work',
  effort: 'high',
  when: 'styles and layout took more than 500 ms of the main thread',
  learnMore: 'https://web.dev/articles/avoid-large-complex-layouts-and-layout-thrashing',
  find({ measurement: { mainThread } }) {
    const shares = mainThread.filter(({ kind }) => kind === 'style_layout')
    const busy = shares.reduce((sum, share) => sum + share.ms, 0)
    if (busy <= MOST_MS) return null
    const message = `Style and layout took ${ms(busy)}. Use fewer elements and simpler selectors, and do not read sizes between changes.`
    const items = shares
      .toSorted((one, other) => other.ms - one.ms)
      .map(({ url, ms: own }) => itemOf({ url, ms: own }))
    return { message, items }
  },
}
