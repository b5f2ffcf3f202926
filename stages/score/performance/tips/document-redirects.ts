import { itemOf } from '../advice/items.ts'
import { ms, nameOf, plural, type Tip } from '../advice/tip.ts'

export const documentRedirects: Tip = {
  id: 'document-redirects',
  title: 'Redirects before the page',
  effort: 'low',
  when: 'the page is reached by a redirect',
  learnMore: 'https://developer.chrome.com/docs/lighthouse/performance/redirects/',
  find({ document, documentRedirects: redirects }) {
    if (document === null || redirects.length === 0) return null
    const lost = document.startMs - (redirects[0]?.startMs ?? 0)
    const message = `${plural(redirects.length, 'redirect')} before the page took ${ms(lost)}. Link to ${nameOf(document.url)} directly.`
    const items = redirects.map(({ url, status, startMs }, at) =>
      itemOf({ url, ms: (redirects[at + 1] ?? document).startMs - startMs, text: String(status) }),
    )
    return { message, savings: { ttfb: lost, fcp: lost, lcp: lost }, items }
  },
}
