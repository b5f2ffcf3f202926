import type { SiteReport } from '#shared/operations/results/site-report.ts'
import { equalityKey } from '#shared/web/address-of.ts'
import { isBroken, isDisallowed, stateOf, urlOf } from '../rules/addresses.ts'
import type { AnalysedSite, SiteItem, SiteRule } from '../rules/site-rule.ts'
import type { AddressState } from '../site.ts'
import { applicableRules, CutList, shortened, urlsOf } from './site-issues.ts'

type Changes = NonNullable<SiteReport['changes']>
type Change = Changes['new'][number]

/** A site with the rules that its audited pages failed. */
export interface ComparedSite extends AnalysedSite {
  /** Ids of the rules that the result at a place failed. */
  failedRules(at: number): readonly string[]
  /** Ids of the rules that could not be decided there; null = none was, since the page was not audited. */
  undecidedRules(at: number): readonly string[] | null
}

interface Comparison {
  readonly added: CutList<Change>
  readonly fixed: CutList<Change>
  unchanged: number
}

/**
 * Compares a site with an earlier batch: what only one of them has, whatever the order of their results. What the other one could
 * not decide is no change.
 */
export function changesSince(now: ComparedSite, before: ComparedSite, batch: string): Changes {
  const comparison: Comparison = { added: new CutList(), fixed: new CutList(), unchanged: 0 }
  const rulesBefore = new Set(applicableRules(before))
  for (const rule of applicableRules(now))
    if (rulesBefore.has(rule)) compareRule(rule, now, before, comparison)
  const pages = comparePages(now, before, comparison)
  const { added, fixed, unchanged } = comparison
  return {
    batch,
    new: added.entries,
    new_total: added.total,
    fixed: fixed.entries,
    fixed_total: fixed.total,
    unchanged,
    pages_added: pages.added.entries,
    pages_added_total: pages.added.total,
    pages_gone: pages.gone.entries,
    pages_gone_total: pages.gone.total,
  }
}

function compareRule(rule: SiteRule, now: AnalysedSite, before: AnalysedSite, comparison: Comparison): void {
  const known = new Set(Iterator.from(rule.find(before)).flatMap(namesOf))
  const found = new Set<string>()
  for (const item of rule.find(now)) {
    for (const name of namesOf(item)) found.add(name)
    addPart(rule, item, { site: before, names: known }, comparison.added)
  }
  for (const item of rule.find(before)) addPart(rule, item, { site: now, names: found }, comparison.fixed)
  for (const name of found) if (known.has(name)) comparison.unchanged += 1
}

/** The site of the other batch, and what the rule found there. */
interface OtherSite {
  readonly site: AnalysedSite
  readonly names: ReadonlySet<string>
}

/** Adds the part of an item that the other site does not have. */
function addPart(rule: SiteRule, item: SiteItem, other: OtherSite, list: CutList<Change>): void {
  const { id } = rule
  const urls = urlsOf(item).filter((url) => !other.names.has(nameOf(item, url)))
  if (urls.length === 0 || !isDecided(rule, item, other.site)) return
  const { sources: _, sources_total: __, ...facts } = item
  list.add({ id, ...shortened('urls' in item ? { ...facts, urls } : (facts as SiteItem)) } as Change)
}

/** A finding by what stays the same from one crawl to the next: its page, and the value or language that it is about. */
function nameOf({ value = '', hreflang = '' }: SiteItem, url: string): string {
  return [value, hreflang, equalityKey(url)].join('\n')
}

function namesOf(item: SiteItem): string[] {
  return urlsOf(item).map((url) => nameOf(item, url))
}

/** Compares the pages and the rules that they failed. */
function comparePages(now: ComparedSite, before: ComparedSite, comparison: Comparison) {
  const added = new CutList<string>()
  const gone = new CutList<string>()
  for (const [one, other] of sideBySide(resultsByUrl(now), resultsByUrl(before))) {
    if (other === null) added.add(one?.url as string)
    if (one === null) gone.add(other?.url as string)
    compareRules(one, other, comparison)
  }
  return { added, gone }
}

type Sides = readonly [now: UrlRules | null, before: UrlRules | null]

/** The pages of both in order of their URLs; null where one of them has no such page. */
function* sideBySide(news: Iterator<UrlRules>, olds: Iterator<UrlRules>): Generator<Sides, undefined> {
  const take = (pages: Iterator<UrlRules>): UrlRules | null => pages.next().value ?? null
  let [one, other] = [take(news), take(olds)]
  while (one !== null || other !== null) {
    const order = compareUrls(one, other)
    yield [order > 0 ? null : one, order < 0 ? null : other]
    if (order <= 0) one = take(news)
    if (order >= 0) other = take(olds)
  }
}

/** Which of two pages comes first: below 0 = the first one. Null comes after all pages. */
function compareUrls(one: UrlRules | null, other: UrlRules | null): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null)
  const [key, otherKey] = [equalityKey(one.url), equalityKey(other.url)]
  if (key === otherKey) return 0
  return key < otherKey ? -1 : 1
}

interface UrlRules {
  readonly url: string
  readonly failed: ReadonlySet<string>
  /** Whether any of the results decided the rule. */
  isDecided(rule: string): boolean
}

function compareRules(now: UrlRules | null, before: UrlRules | null, comparison: Comparison): void {
  for (const rule_id of onlyIn(now, before)) comparison.added.add({ rule_id, url: now?.url as string })
  for (const rule_id of onlyIn(before, now)) comparison.fixed.add({ rule_id, url: before?.url as string })
  for (const rule_id of now?.failed ?? []) if (before?.failed.has(rule_id)) comparison.unchanged += 1
}

/** The rules that a page failed in one batch and passed in the other, or the page is not in the other one. */
function onlyIn(one: UrlRules | null, other: UrlRules | null): string[] {
  const isMissing = (rule: string) => other === null || (!other.failed.has(rule) && other.isDecided(rule))
  return [...(one?.failed ?? [])].filter(isMissing)
}

/** The URLs of the results, each once, in order, with the rules that any of its results failed. */
function* resultsByUrl(site: ComparedSite): Generator<UrlRules, undefined> {
  const { address } = site.results
  const places = Array.from(address.keys()).filter((at) => (address[at] as number) >= 0)
  places.sort((a, b) => (address[a] as number) - (address[b] as number))
  for (let from = 0; from < places.length; ) {
    const own = address[places[from] as number] as number
    const failed = new Set<string>()
    const undecided: ReadonlySet<string>[] = []
    for (; from < places.length && address[places[from] as number] === own; from++) {
      const at = places[from] as number
      for (const rule of site.failedRules(at)) failed.add(rule)
      const open = site.undecidedRules(at)
      if (open !== null) undecided.push(new Set(open))
    }
    const isDecided = (rule: string) => undecided.some((open) => !open.has(rule))
    yield { url: urlOf(site, own), failed, isDecided }
  }
}

/** What a rule needs to know of a URL. */
type Decider = NonNullable<SiteRule['decidedBy']> | 'page'

/** States of an address in which each kind of rule could decide. */
const decidedStates: Readonly<Record<Decider, ReadonlySet<AddressState>>> = {
  page: new Set(['page', 'redirect']),
  response: new Set(['page', 'redirect', 'answered']),
  mention: new Set(['unknown', 'page', 'redirect', 'answered', 'challenged', 'failed']),
}

/**
 * Whether a site that has no such item could have had it: the pages that the item names, and those where it found the links, were
 * read there, or are no part of that site.
 */
export function isDecided(rule: SiteRule, item: SiteItem, site: AnalysedSite): boolean {
  const decidedBy = rule.decidedBy ?? 'page'
  return (
    urlsOf(item).every((url) => isKnown(site, url, decidedBy)) &&
    sourcesOf(item).every((url) => isKnown(site, url, 'page'))
  )
}

function sourcesOf({ sources }: SiteItem): string[] {
  return Array.isArray(sources) ? sources.map(({ url }: { readonly url: string }) => url) : []
}

function isKnown(site: AnalysedSite, url: string, decidedBy: Decider): boolean {
  const address = addressOf(site, url)
  if (address < 0 || decidedStates[decidedBy].has(stateOf(site, address))) return true
  // A server that does not answer, or a refusal by robots.txt, decides what responses decide.
  return decidedBy === 'response' && (isBroken(site, address) || isDisallowed(site, address))
}

/** The address of a URL; -1 = the site has none. Addresses are in the order of their URLs. */
function addressOf(site: AnalysedSite, url: string): number {
  let [low, high] = [0, site.addresses.count]
  while (low < high) {
    const middle = (low + high) >> 1
    if (urlOf(site, middle) < url) low = middle + 1
    else high = middle
  }
  return low < site.addresses.count && urlOf(site, low) === url ? low : -1
}
