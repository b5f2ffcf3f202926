import type { PageSiteFacts } from '#shared/messages/payloads/site-facts.ts'
import { NumberReader, type NumberWriter } from './varints.ts'

/** Gives each text of a batch a number from 1; the same text has the same one. */
export type Intern = (text: string) => number

/** What a report needs of a page, see `PageSiteFacts`, without its lists. Texts are numbers; 0 = none. */
export interface PageHead {
  readonly isBlocked: boolean
  readonly isNoindex: boolean
  readonly isDisallowed: boolean
  readonly finalUrl: number
  readonly status: number
  readonly title: number
  readonly description: number
  readonly h1: number
  readonly canonical: number
  readonly words: number
  readonly bytes: number
  /** Numbers in each list. */
  readonly redirects: number
  readonly alternates: number
  readonly nodes: number
  readonly links: number
}

/** The lists of a page: pairs of numbers, one after the other; of links, single ones. */
interface PageLists {
  /** URL and status. */
  readonly redirects: readonly number[]
  /** hreflang and URL. */
  readonly alternates: readonly number[]
  /** Id and what it is. */
  readonly nodes: readonly number[]
  /** Twice the URL, plus 1 for a link that is not to be followed. */
  readonly links: readonly number[]
}

/** A page's facts as a record holds them: its head, its lists, and the fingerprint of its main text, empty when that is too short. */
export interface PageRecord {
  readonly head: PageHead
  readonly lists: PageLists
  /** One for each link. */
  readonly linkTexts: readonly number[]
  readonly digest: Uint8Array
  readonly signature: Uint8Array
  /** URL to which the page sends on at once; 0 = none, also in records of former versions, which end before it. */
  readonly refresh: number
}

/** A page with its record. What the first look at all pages needs stands beside the record as well. */
export interface StoredPage {
  readonly head: Pick<PageHead, 'finalUrl' | 'isBlocked' | 'alternates' | 'nodes' | 'links'>
  readonly record: Uint8Array
  readonly linkTexts: Uint8Array
}

/** Bytes of an empty fingerprint. */
const NONE = new Uint8Array()

const flag = { blocked: 1, noindex: 2, disallowed: 4 } as const
const headNumbers = [
  'finalUrl',
  'status',
  'title',
  'description',
  'h1',
  'canonical',
  'words',
  'bytes',
] as const
/** The lists in their order. */
const listNames = ['redirects', 'alternates', 'nodes', 'links'] as const

/** Writes the record of a page. */
export function writePage(
  writer: NumberWriter,
  { head, lists, digest, signature, refresh }: PageRecord,
): Buffer {
  writer.number(flagsOf(head))
  for (const name of headNumbers) writer.number(head[name])
  for (const name of listNames) writer.number(lists[name].length)
  for (const name of listNames) for (const number of lists[name]) writer.number(number)
  writer.bytes(digest)
  writer.bytes(signature)
  writer.number(refresh)
  return writer.take()
}

function flagsOf({ isBlocked, isNoindex, isDisallowed }: PageHead): number {
  return (
    (isBlocked ? flag.blocked : 0) | (isNoindex ? flag.noindex : 0) | (isDisallowed ? flag.disallowed : 0)
  )
}

/** Writes the texts of a page's links. They are no part of its record: few of them are ever read. */
export function writeLinkTexts(writer: NumberWriter, { linkTexts }: Pick<PageRecord, 'linkTexts'>): Buffer {
  for (const text of linkTexts) writer.number(text)
  return writer.take()
}

/** A page as it is stored. */
export function storedPage(writer: NumberWriter, page: PageRecord): StoredPage {
  return { head: page.head, record: writePage(writer, page), linkTexts: writeLinkTexts(writer, page) }
}

/** The text of a link: the `at`-th from 0. */
export function readLinkText(linkTexts: Uint8Array, at: number): number {
  const reader = new NumberReader(linkTexts)
  for (let skipped = 0; skipped < at; skipped++) reader.number()
  return reader.number()
}

/** Reads the head of a page's record. The reader is at the first list afterwards. */
export function readHead(reader: NumberReader): PageHead {
  const flags = reader.number()
  const isSet = (bit: number) => (flags & bit) !== 0
  return {
    isBlocked: isSet(flag.blocked),
    isNoindex: isSet(flag.noindex),
    isDisallowed: isSet(flag.disallowed),
    finalUrl: reader.number(),
    status: reader.number(),
    title: reader.number(),
    description: reader.number(),
    h1: reader.number(),
    canonical: reader.number(),
    words: reader.number(),
    bytes: reader.number(),
    redirects: reader.number(),
    alternates: reader.number(),
    nodes: reader.number(),
    links: reader.number(),
  }
}

/** The record with other numbers for its texts. */
export function renumberPage(page: PageRecord, numberOf: (text: number) => number): PageRecord {
  const { finalUrl, title, description, h1, canonical } = page.head
  const { redirects, alternates, nodes, links } = page.lists
  const optional = (text: number) => (text === 0 ? 0 : numberOf(text))
  return {
    ...page,
    head: {
      ...page.head,
      finalUrl: numberOf(finalUrl),
      title: optional(title),
      description: optional(description),
      h1: optional(h1),
      canonical: optional(canonical),
    },
    lists: {
      redirects: redirects.map((number, at) => (at % 2 === 0 ? numberOf(number) : number)),
      alternates: alternates.map(numberOf),
      nodes: nodes.map(numberOf),
      links: links.map((link) => 2 * numberOf(Math.floor(link / 2)) + (link % 2)),
    },
    linkTexts: page.linkTexts.map(numberOf),
    refresh: optional(page.refresh),
  }
}

/** What the numbers of a record come from. */
interface RecordTexts {
  readonly intern: Intern
  /** The same for texts that hardly any other page has. */
  readonly internOwn: Intern
  /** Makes the URL that the batch knows a page by. */
  address(href: string): string
}

/** The record of a page's facts. */
export function pageRecordOf(facts: PageSiteFacts, { intern, internOwn, address }: RecordTexts): PageRecord {
  const url = (href: string) => intern(address(href))
  const lists = listsOf(facts, intern, url)
  return {
    head: { ...headOf(facts, internOwn, url), ...countsOf(lists) },
    lists,
    linkTexts: facts.links.map(({ text }) => intern(text)),
    digest: facts.text === null ? NONE : Buffer.from(facts.text.digest, 'hex'),
    signature: facts.text === null ? NONE : Buffer.from(facts.text.signature, 'base64'),
    refresh: facts.refresh?.seconds === 0 ? url(facts.refresh.url) : 0,
  }
}

type Counts = Record<(typeof listNames)[number], number>

function countsOf({ redirects, alternates, nodes, links }: PageLists): Counts {
  return {
    redirects: redirects.length,
    alternates: alternates.length,
    nodes: nodes.length,
    links: links.length,
  }
}

function headOf(facts: PageSiteFacts, internOwn: Intern, url: Intern): Omit<PageHead, keyof Counts> {
  const optional = (text: string | null) => (text === null ? 0 : internOwn(text))
  return {
    isBlocked: facts.isBlocked,
    isNoindex: facts.isNoindex,
    isDisallowed: facts.isAllowed === false,
    finalUrl: url(facts.finalUrl),
    status: facts.status,
    title: optional(facts.title),
    description: optional(facts.description),
    h1: optional(facts.h1),
    canonical: facts.canonical === null ? 0 : url(facts.canonical),
    words: facts.words,
    bytes: facts.bytes,
  }
}

function listsOf(facts: PageSiteFacts, intern: Intern, url: Intern): PageLists {
  return {
    redirects: facts.redirects.flatMap((redirect) => [url(redirect.url), redirect.status]),
    alternates: facts.alternates.flatMap((alternate) => [intern(alternate.hreflang), url(alternate.url)]),
    nodes: facts.nodes.flatMap(({ id, what }) => [intern(id), intern(what)]),
    links: facts.links.map((link) => 2 * url(link.url) + Number(link.isNofollow)),
  }
}
