import { filesBySaving } from '../advice/items.ts'
import { savedByBytes } from '../advice/saved-time.ts'
import { kib, nameOf, plural, type Tip } from '../advice/tip.ts'
import { filesOf, transferredBytes } from '../resources/code.ts'

/** Names that the message has. */
const MAX_NAMES = 5

export const javascriptLegacy: Tip = {
  id: 'javascript-legacy',
  title: 'Legacy JavaScript for old browsers',
  effort: 'medium',
  when: 'polyfills and transforms of features of all Baseline browsers take 5,000 characters or more of a script',
  learnMore: 'https://developer.chrome.com/docs/performance/insights/legacy-javascript',
  find(facts) {
    const files = filesOf(facts.measurement, 'javascript')
    const legacy = (facts.measurement.legacyCode ?? []).flatMap(({ url, names, characters }) => {
      const request = files.get(url)
      return request === undefined ? [] : [{ names, request, bytes: transferredBytes(request, characters) }]
    })
    const [most] = legacy.toSorted((one, other) => other.bytes - one.bytes)
    if (most === undefined) return null
    const saved = savedByBytes(facts, legacy)
    const message = `${plural(legacy.length, 'script')} ${legacy.length === 1 ? 'has' : 'have'} code for browsers that lack Baseline features, above all ${nameOf(most.request.url)} (${namesOf(most)}). Build for Baseline browsers, without polyfills. Saves at least ${kib(saved.wastedBytes)}.`
    return { message, ...saved, items: filesBySaving(legacy, namesOf) }
  },
}

function namesOf({ names }: { readonly names: readonly string[] }): string {
  const further = names.length > MAX_NAMES ? `, and ${names.length - MAX_NAMES} more` : ''
  return names.slice(0, MAX_NAMES).join(', ') + further
}
