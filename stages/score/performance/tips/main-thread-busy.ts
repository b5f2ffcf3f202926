import type { MainThreadShare } from '#shared/messages/payloads/measurement.ts'
import { itemOf } from '../advice/items.ts'
import { ms, type Tip, type TipItem } from '../advice/tip.ts'

/** Lighthouse, main thread work, p10. */
const MOST_MS = 2017

export const mainThreadBusy: Tip = {
  id: 'main-thread-busy',
  title: 'Busy main thread',
  effort: 'high',
  when: 'the main thread was busy for more than 2,017 ms',
  learnMore: 'https://developer.chrome.com/docs/lighthouse/performance/mainthread-work-breakdown/',
  find({ measurement: { mainThread } }) {
    const busy = mainThread.reduce((sum, share) => sum + share.ms, 0)
    if (busy <= MOST_MS) return null
    const message = `The main thread was busy for ${ms(busy)} while the page loaded. Up to ${ms(MOST_MS)} is good. Run less code while the page loads.`
    return { message, items: mainThread.toSorted((one, other) => other.ms - one.ms).map(toItem) }
  },
}

const causes: Readonly<Record<MainThreadShare['kind'], string>> = {
  script: 'scripts',
  style_layout: 'style and layout',
  paint: 'paint',
  parse: 'parsing',
  gc: 'garbage collection',
  other: 'other work',
}

function toItem({ url, kind, ms }: MainThreadShare): TipItem {
  return itemOf({ url, ms, text: causes[kind] })
}
