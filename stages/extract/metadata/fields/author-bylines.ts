import type { FactIndex } from '../../facts/fact-index.ts'
import type { BylineFact, BylineKind } from '../../facts/page-facts.ts'
import { folded } from './author-impersonal.ts'
import { namesIn } from './author-names.ts'

/** Maximum number of start tags between the names of one byline; names further away belong to another work. */
const maxGap = 12
/** Maximum number of start tags between the title and the byline of the page. */
const maxTitleGap = 30
/** Bylines of one kind that are read; more of them are a list. */
const maxOfKind = 8
/** Number of other names that make a byline one of a list of works. */
const minOthers = 2

/** Kinds of bylines, the most reliable first. */
export const bylineKinds: readonly BylineKind[] = [
  'itemprop-name',
  'itemprop',
  'class-name',
  'rel',
  'link',
  'class',
  'text',
]
/** Kinds that lists of works often have. */
const listedKinds: ReadonlySet<BylineKind> = new Set(['class-name', 'link', 'class', 'text'])

/** The byline of one kind that is most likely the page's, with those close behind it. */
export interface Byline {
  readonly kind: BylineKind
  readonly names: readonly string[]
  /** Whether it stands right below the title. */
  readonly isAtTitle: boolean
  /** Whether it can correct what the page states: it is the one of the page, and its kind is reliable. */
  readonly isCertain: boolean
  /** Whether it is one of a list of works. */
  readonly isListed: boolean
}

const nothing: Omit<Byline, 'kind'> = { names: [], isAtTitle: false, isCertain: false, isListed: false }

interface Named {
  readonly order: number
  readonly names: readonly string[]
}

/** What is known of the bylines of one page. The same text often stands in several kinds of them. */
interface PageBylines {
  readonly written: ReadonlyMap<BylineKind, readonly BylineFact[]>
  readonly byKind: Map<BylineKind, Byline>
  readonly namesByText: Map<string, readonly string[]>
}

const known = new WeakMap<FactIndex, PageBylines>()

function pageBylines(factIndex: FactIndex): PageBylines {
  const before = known.get(factIndex)
  if (before) return before
  const written = Map.groupBy(factIndex.facts.bylines, ({ kind }) => kind)
  const ofPage = { written, byKind: new Map(), namesByText: new Map() }
  known.set(factIndex, ofPage)
  return ofPage
}

function namesOf({ namesByText }: PageBylines, kind: BylineKind, text: string): readonly string[] {
  const wording = kind === 'text' ? 'labelled' : 'byline'
  const key = `${wording}:${text}`
  const names = namesByText.get(key) ?? namesIn(text, wording)
  namesByText.set(key, names)
  return names
}

function namedOf(ofPage: PageBylines, kind: BylineKind, ofKind: readonly BylineFact[]): Named[] {
  return ofKind
    .toSorted((a, b) => a.order - b.order)
    .slice(0, maxOfKind)
    .map(({ order, text }) => ({ order, names: namesOf(ofPage, kind, text) }))
    .filter(({ names }) => names.length > 0)
}

function firstGroup(all: readonly Named[]): readonly Named[] {
  const end = all.findIndex(({ order }, at) => at > 0 && order - (all[at - 1]?.order ?? 0) > maxGap)
  return end < 0 ? all : all.slice(0, end)
}

/** The first byline of a kind below the title, else the first of the page; without names when there is none. */
export function bylineOf(factIndex: FactIndex, kind: BylineKind): Byline {
  const ofPage = pageBylines(factIndex)
  const ofKind = ofPage.written.get(kind)
  if (ofKind === undefined) return { ...nothing, kind }
  const before = ofPage.byKind.get(kind)
  if (before) return before
  const byline = chosenOf(namedOf(ofPage, kind, ofKind), kind, factIndex.facts.titleOrder)
  ofPage.byKind.set(kind, byline)
  return byline
}

function chosenOf(found: readonly Named[], kind: BylineKind, titleOrder: number | null): Byline {
  const below = titleOrder === null ? [] : found.filter(({ order }) => order > titleOrder)
  const all = below.length > 0 ? below : found
  const group = firstGroup(all)
  const names = group.flatMap((one) => one.names)
  const distance = below.length > 0 ? (group[0]?.order ?? 0) - (titleOrder ?? 0) : Number.POSITIVE_INFINITY
  const isAtTitle = distance <= maxTitleGap
  const others = new Set(all.flatMap((one) => one.names).filter((name) => !names.includes(name)))
  const isOnly = others.size === 0
  const isCertain = kind === 'text' ? isOnly && isAtTitle : kind !== 'class' && (isOnly || isAtTitle)
  return {
    kind,
    names,
    isAtTitle,
    isCertain,
    isListed: !isAtTitle && others.size >= minOthers && listedKinds.has(kind),
  }
}

/** The kinds with a byline right below the title. */
function kindsAtTitle({ facts: { bylines, titleOrder } }: FactIndex): readonly BylineKind[] {
  if (titleOrder === null) return []
  const near = bylines.filter(({ order }) => order > titleOrder && order <= titleOrder + maxTitleGap)
  return bylineKinds.filter((kind) => near.some((one) => one.kind === kind))
}

/** In lower case: a text without it does not hold the name, however it is punctuated. */
function longestWord(name: string): string {
  const words = name.toLowerCase().split(/[^\p{L}\p{N}]+/u)
  return words.reduce((longest, word) => (word.length > longest.length ? word : longest))
}

/** Whether a byline shows one of the names. */
function isShown(names: readonly string[], { facts: { bylines } }: FactIndex): boolean {
  if (names.some((name) => bylines.some(({ text }) => text.includes(name)))) return true
  const sought = names.map((name) => ({ plain: folded(name), word: longestWord(name) }))
  return bylines.some(({ text }) => {
    const lower = text.toLowerCase()
    return sought.some(({ plain, word }) => lower.includes(word) && folded(text).includes(plain))
  })
}

/** Whether a byline goes on where the stated name ends: with the family name, or with more authors. */
function continues(shows: readonly string[], states: readonly string[]): boolean {
  const [long, short] = [shows[0] ?? '', states.join(', ')]
  if (shows.length !== 1 || !long.startsWith(short)) return false
  const more = long.slice(short.length)
  const hasMoreAuthors = /^(?:,| und | and | & | et | y | e )\s?\p{Lu}\S+ \p{Lu}/u.test(more)
  return hasMoreAuthors || (!short.includes(' ') && /^ \p{Lu}\S+$/u.test(more))
}

/** Whether a byline in the text names a person, with a first and a family name, and none of those stated. */
function isOther({ kind, names }: Byline, stated: readonly string[]): boolean {
  if (kind !== 'text' || !names.some((name) => name.includes(' '))) return false
  const shows = folded(names.join())
  return !stated.some((name) => shows.includes(folded(name)))
}

/**
 * The bylines that correct the names that a page states, the best first. Templates state the owner of the site, who
 * entered the text, or only the first of several authors.
 */
export function corrections(stated: readonly string[], factIndex: FactIndex): readonly Byline[] {
  const atTitle = kindsAtTitle(factIndex).map((kind) => bylineOf(factIndex, kind))
  const longer = atTitle.find(({ names }) => continues(names, stated))
  if (longer) return [longer]
  if (isShown(stated, factIndex))
    return atTitle.filter((byline) => byline.isCertain && isOther(byline, stated))
  return bylineKinds.map((kind) => bylineOf(factIndex, kind)).filter(({ isCertain }) => isCertain)
}

/** The bylines of a page that name its authors, the most reliable first. */
export function* usableBylines(factIndex: FactIndex): Generator<Byline> {
  let hasMarkup = false
  for (const kind of bylineKinds) {
    const byline = bylineOf(factIndex, kind)
    if (byline.isListed || (kind === 'text' && hasMarkup && !byline.isCertain)) continue
    hasMarkup ||= byline.names.length > 0
    yield byline
  }
}
