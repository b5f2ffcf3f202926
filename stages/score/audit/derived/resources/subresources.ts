import type { Element } from 'domhandler'
import type { PageDocument } from '../../document/page-document.ts'
import { memoize } from '../../engine/memoize.ts'
import { elementEvidence, fail, notApplicable, pass } from '../../engine/rule.ts'
import type { Facts } from '../../facts/facts.ts'
import { tokensOf } from '../canonical/canonicals.ts'
import { isLoopback } from '../page/page-address.ts'
import { policiesOf } from './content-policies.ts'

export interface Subresource {
  readonly element: Element
  /** Absolute. */
  readonly url: string
}

export interface Insecure {
  readonly insecure: readonly Subresource[]
  readonly total: number
}

/** Blockable content, by element and attribute: it can change the page (Mixed Content, section 3.2). */
const active = [
  ['script', 'src'],
  ['link', 'href'],
  ['iframe', 'src'],
  ['frame', 'src'],
  ['object', 'data'],
  ['embed', 'src'],
] as const
/** Upgradeable content, which browsers request by https instead (Mixed Content, section 3.1). */
const passive = [
  ['img', 'src'],
  ['img', 'srcset'],
  ['source', 'src'],
  ['source', 'srcset'],
  ['audio', 'src'],
  ['video', 'src'],
  ['video', 'poster'],
  ['track', 'src'],
] as const

export const activeResources = memoize((document: PageDocument) => insecureOf(document, active))
export const passiveResources = memoize((document: PageDocument) => insecureOf(document, passive))

/**
 * Verdict on resources that an https page asks for by http. Not applicable to a page by http, which https-missing
 * reports, nor without any resource; passes where the page tells browsers to upgrade all requests to https (Upgrade
 * Insecure Requests). Fails with the message `insecure`, whose values are `affected`, `total` and the first `url`.
 */
export function evaluateInsecure(facts: Pick<Facts, 'document' | 'http'>, { insecure, total }: Insecure) {
  if (facts.http.finalUrl.protocol !== 'https:' || total === 0) return notApplicable
  const [first] = insecure
  const isUpgraded = policiesOf(facts).some(({ directives }) => directives.has('upgrade-insecure-requests'))
  if (first === undefined || isUpgraded) return pass
  const extent = { affected: insecure.length, total }
  const evidence = insecure.map(({ element, url }) => elementEvidence(element, url))
  return fail('insecure', { values: { url: first.url.slice(0, 200) }, evidence, extent })
}

function insecureOf(document: PageDocument, kinds: readonly (readonly [string, string])[]): Insecure {
  const isBaseInsecure = document.baseUrl.startsWith('http:')
  const insecure = new Map<Element, Subresource>()
  const all = new Set<Element>()
  for (const [name, attribute] of kinds)
    for (const element of document.byTag(name)) {
      const value = loadedFrom(element, attribute)
      if (value === null) continue
      all.add(element)
      const url = insecureUrl(document, value, { isSet: attribute === 'srcset', isBaseInsecure })
      if (url !== null && isInsecure(url) && !insecure.has(element)) insecure.set(element, { element, url })
    }
  return { insecure: [...insecure.values()], total: all.size }
}

/** Whether an absolute URL is insecure: http:, and not of this machine (Mixed Content, 4.1; Secure Contexts, 3.1). */
export function isInsecure(url: string): boolean {
  const parsed = URL.parse(url)
  return parsed?.protocol === 'http:' && !isLoopback(parsed)
}

/** The URL that the attribute makes browsers load. Links other than style sheets load nothing that counts here. */
function loadedFrom({ name, attribs }: Element, attribute: string): string | null {
  const value = attribs[attribute]?.trim() || null
  return name !== 'link' || tokensOf(attribs.rel).includes('stylesheet') ? value : null
}

/**
 * An http: URL at the start, or as a later candidate of a srcset; commas and colons may also be parts of other
 * URLs.
 */
const insecureAtStart = /^(http:\/\/\S+)/i
const insecureCandidate = /(?:^|,\s+|\s[\d.]+[wx],)\s*(http:\/\/[^\s,]+)/i

/** Parses only URLs that may be http:, since pages have many. */
function insecureUrl(
  document: PageDocument,
  value: string,
  { isSet, isBaseInsecure }: Record<'isSet' | 'isBaseInsecure', boolean>,
): string | null {
  const written = (isSet ? insecureCandidate : insecureAtStart).exec(value)?.[1]
  if (written !== undefined) return written
  if (!isBaseInsecure || /^[a-z][a-z0-9+.-]*:/i.test(value)) return null
  return document.resolve(value.split(/\s/, 1)[0] ?? '')
}
