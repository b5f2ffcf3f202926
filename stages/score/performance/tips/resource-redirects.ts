import { filesByTime } from '../advice/items.ts'
import { durationOf } from '../advice/saved-time.ts'
import { ms, nameOf, plural, type Tip } from '../advice/tip.ts'

export const resourceRedirects: Tip = {
  id: 'resource-redirects',
  title: 'Redirected files',
  effort: 'low',
  when: "one of the site's own files is reached by a redirect",
  learnMore: 'https://developer.chrome.com/docs/lighthouse/performance/redirects/',
  find({ parties: { first } }) {
    const redirects = first.filter(({ kind, isRedirect }) => isRedirect && kind !== 'document')
    const [longest] = redirects.toSorted((one, other) => durationOf(other) - durationOf(one))
    if (longest === undefined) return null
    const message = `${plural(redirects.length, 'redirect')} on the way to files, the longest ${nameOf(longest.url)} (${ms(durationOf(longest))}). Use the final URLs.`
    return { message, items: filesByTime(redirects, ({ status }) => String(status)) }
  },
}
