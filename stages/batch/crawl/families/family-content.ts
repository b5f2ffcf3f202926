import { hash } from 'node:crypto'
import type { PageSiteFacts } from '#shared/messages/payloads/site-facts.ts'
import { crawlLimits } from '../crawl-limits.ts'

/** What is compared of a page: fixed places in `CONTENT_BYTES` bytes. */
type FamilyContent = Uint8Array

const DIGEST_BYTES = 8
const SIGNATURE_BYTES = 128
const HEADING_BYTES = 4
const signatureAt = DIGEST_BYTES
const titleAt = signatureAt + SIGNATURE_BYTES
const plainTitleAt = titleAt + HEADING_BYTES
export const CONTENT_BYTES = plainTitleAt + HEADING_BYTES

/** How far a page is the same as another one of its family. A likely one counts half. */
export const sameness = { none: 0, likely: 1, certain: 2 } as const
export type Sameness = (typeof sameness)[keyof typeof sameness]

/**
 * Share of equal sequences of three words from which on texts are the same. A page of a calendar names its date
 * in its text, and has few other words.
 */
const SAME_TEXT = 0.8
const SAME_DATED_TEXT = 0.5
/** From here on texts differ by a number or two, so a title with another number says nothing. */
const EQUAL_TEXT = 0.9
/** Two bytes of a signature are equal by chance once in so many times. */
const CHANCE = 256

type ComparedFacts = Pick<PageSiteFacts, 'title' | 'description' | 'h1' | 'words' | 'text'>

/**
 * Returns what is compared of a page. `isDated`: its address names a date of a calendar, so its title and heading say
 * nothing but that date.
 */
export function familyContentOf(facts: ComparedFacts, isDated: boolean): FamilyContent {
  const content = Buffer.alloc(CONTENT_BYTES)
  const heading = isDated ? '' : [facts.title, facts.h1].join('\n')
  content.set(digestOf(heading, HEADING_BYTES), titleAt)
  content.set(digestOf(withoutNumbers(heading), HEADING_BYTES), plainTitleAt)
  if (facts.text === null) content.set(digestOf(shortIdentity(facts, isDated), DIGEST_BYTES))
  else {
    content.set(Buffer.from(facts.text.digest, 'hex'))
    content.set(Buffer.from(facts.text.signature, 'base64'), signatureAt)
  }
  return content
}

/** A page with too few words to compare is known by what it says of itself. */
function shortIdentity({ title, description, h1, words }: ComparedFacts, isDated: boolean): string {
  return isDated ? 'dated' : [title, description, h1, words].join('\n')
}

/** Keeps the white space, as parts of its own. */
const WHITE_SPACE = /(\s+)/
const HAS_DIGIT = /\d/

/** Words with digits are numbers, dates and session ids. */
function withoutNumbers(text: string): string {
  return text
    .split(WHITE_SPACE)
    .map((word) => (HAS_DIGIT.test(word) ? '#' : word))
    .join('')
}

function digestOf(text: string, bytes: number): Buffer {
  return Buffer.from(hash('sha256', text, 'hex').slice(0, 2 * bytes), 'hex')
}

/**
 * Compares two pages of a family. Pages whose titles differ by more than numbers are different, however alike their
 * texts: products of a shop share all but a few words.
 */
export function samenessOf(one: FamilyContent, two: FamilyContent, isDated: boolean): Sameness {
  if (!hasEqual(one, two, plainTitleAt, HEADING_BYTES)) return sameness.none
  const isLong = hasSignature(one) && hasSignature(two)
  if (hasEqual(one, two, 0, DIGEST_BYTES)) return isLong || isDated ? sameness.certain : sameness.likely
  const similarity = isLong ? similarityOf(one, two) : 0
  if (similarity < (isDated ? SAME_DATED_TEXT : SAME_TEXT)) return sameness.none
  const isCertain = similarity >= EQUAL_TEXT || hasEqual(one, two, titleAt, HEADING_BYTES)
  return isCertain ? sameness.certain : sameness.likely
}

function hasSignature(content: FamilyContent): boolean {
  return content.subarray(signatureAt, titleAt).some((byte) => byte !== 0)
}

function similarityOf(one: FamilyContent, two: FamilyContent): number {
  let equal = 0
  for (let at = signatureAt; at < titleAt; at++) if (one[at] === two[at]) equal += 1
  return (equal / SIGNATURE_BYTES - 1 / CHANCE) / (1 - 1 / CHANCE)
}

function hasEqual(one: FamilyContent, two: FamilyContent, start: number, bytes: number): boolean {
  for (let at = start; at < start + bytes; at++) if (one[at] !== two[at]) return false
  return true
}

/** The result of `recognize`. */
interface Recognized {
  readonly sameness: Sameness
  /** The contents that are known from now on, in one piece: the last ones that came or came again. */
  readonly known: Uint8Array
}

/**
 * Compares a page with the known contents of its section. A content that comes again moves to the front, and the last
 * one is forgotten when there are too many.
 */
export function recognize(known: Uint8Array, content: FamilyContent, isDated: boolean): Recognized {
  const contents = split(known)
  const judged = contents.map((one) => samenessOf(content, one, isDated))
  const best = judged.reduce<Sameness>((one, other) => Math.max(one, other) as Sameness, sameness.none)
  const place = best === sameness.none ? -1 : judged.indexOf(best)
  const others = contents.filter((_, at) => at !== place)
  const first = place === -1 ? content : (contents[place] as FamilyContent)
  const kept = [first, ...others].slice(0, crawlLimits.contentsOfSection)
  return { sameness: best, known: Buffer.concat(kept) }
}

function split(known: Uint8Array): FamilyContent[] {
  const count = Math.floor(known.length / CONTENT_BYTES)
  return Array.from({ length: count }, (_, at) =>
    known.subarray(at * CONTENT_BYTES, (at + 1) * CONTENT_BYTES),
  )
}
