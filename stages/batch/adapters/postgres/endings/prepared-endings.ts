import { endedItem } from '../../../frontier/decisions/complete-item.ts'
import type { FamilyKeys } from '../../../frontier/decisions/decision-tables.ts'
import { type EndedItem, findingsOf, type SiteFindings } from '../../../frontier/decisions/gather-site.ts'
import { familyKeys } from '../../../frontier/decisions/held-back.ts'
import type { AddedItem } from '../../../frontier/decisions/insert-items.ts'
import { equalityOf, type ItemKeys, isUrlOf, keysOfItem } from '../../../frontier/decisions/item-hash.ts'
import type { Discover, Discovery, NewItem } from '../../../frontier/frontier.ts'
import { renumberPage } from '../../../site/records/page-record.ts'
import { renumberResult } from '../../../site/records/result-record.ts'
import { numberTexts, type TextNumbers } from '../batches/number-texts.ts'
import type { Session } from '../connection/postgres.ts'
import type { EndingBatch, FoundEnding } from './found-endings.ts'

/** The end of an item with all that can be known before the transaction. */
export interface PreparedEnding {
  readonly of: EndingBatch
  readonly ended: EndedItem
  readonly findings: SiteFindings
  /** Null outside of crawls. */
  readonly discovery: Discovery | null
}

/** Endings of one group, and what their decisions look up. */
export interface PreparedEndings {
  readonly endings: readonly PreparedEnding[]
  readonly texts: TextNumbers
  /** The keys of a discovered item. */
  keysOf(item: NewItem): ItemKeys
  familyKeysOf(address: string): FamilyKeys
  readonly parameters: TextNumbers
}

interface ReadEnding extends Omit<PreparedEnding, 'findings'> {
  readonly read: ReadFindings
}

/**
 * Reads endings: what their pages say, and the links that crawls follow. Numbers of texts and parameters are added where they are
 * new, in statements of their own.
 */
export async function prepareEndings(
  session: Session,
  discover: Discover,
  found: readonly FoundEnding[],
  now: number,
): Promise<PreparedEndings> {
  const texts = new Map<number, LocalTexts>()
  const own = found.filter(
    ({ completion, of, item }) => !of.isFinished && isUrlOf(completion.url, item.parameters.url),
  )
  const read = own.map((ending) => readEnding(ending, discover, textsOf(texts, ending.of.num), now))
  const keys = keysOfDiscovered(read)
  const sets = [...keys.values()].map(({ batch, json }) => ({ batch, text: json }))
  const parameters = await numberTexts(session, 'parameters', sets)
  const numbers = await numberTexts(session, 'site', allTexts(texts))
  const numbersOf = new Map([...texts].map(([num, local]) => [num, numbered(num, local, numbers)]))
  return {
    endings: read.map(({ read: findings, ...ending }) => ({
      ...ending,
      findings: renumberFindings(findings, (local) => numbersOf.get(ending.of.num)?.[local] ?? 0),
    })),
    texts: numbers,
    keysOf: (item) => keys.get(item) ?? missingKeys(),
    familyKeysOf: remembering(familyKeys),
    parameters,
  }
}

function textsOf(all: Map<number, LocalTexts>, batch: number): LocalTexts {
  const texts = all.get(batch) ?? new LocalTexts()
  all.set(batch, texts)
  return texts
}

function readEnding(
  { completion, of, item }: FoundEnding,
  discover: Discover,
  { intern }: LocalTexts,
  now: number,
): ReadEnding {
  const { batch } = of
  const ended = endedItem(batch, item, completion, now)
  const { outcome, siteFacts, value } = ended
  const findings = findingsOf(batch, ended, { intern, internOwn: intern })
  const discovery =
    batch.crawl === null
      ? null
      : discover(batch, item, { ...outcome, json: value ?? outcome.json }, siteFacts)
  const result = item.role === 'page' ? findings.result() : null
  return { of, ended, discovery, read: { url: findings.url, result, page: findings.page() } }
}

type KeysOfBatch = ItemKeys & { readonly batch: number }

function keysOfDiscovered(endings: readonly ReadEnding[]): ReadonlyMap<NewItem, KeysOfBatch> {
  return new Map(
    endings.flatMap(({ of, discovery }) => {
      const equality = equalityOf(of.batch)
      return discoveredItems(discovery).map(
        (item) => [item, { ...keysOfItem(item, equality), batch: of.num }] as const,
      )
    }),
  )
}

/** All items of a discovery. */
export function discoveredItems(discovery: Discovery | null): readonly AddedItem[] {
  return discovery === null ? [] : [...discovery.done, ...discovery.items]
}

function missingKeys(): never {
  throw new Error('the item was not discovered')
}

function* allTexts(texts: ReadonlyMap<number, LocalTexts>) {
  for (const [batch, local] of texts) for (const text of local.texts()) yield { batch, text }
}

/** The numbers in the database by the local ones; 0 stays what it is. */
function numbered(batch: number, local: LocalTexts, numbers: TextNumbers): readonly number[] {
  return [0, ...[...local.texts()].map((text) => numbers.of(batch, text))]
}

function remembering<T>(read: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>()
  return (text) => {
    const value = known.get(text) ?? read(text)
    known.set(text, value)
    return value
  }
}

/** Texts with numbers of their own, from 1, until those of the database are known. */
class LocalTexts {
  readonly #numbers = new Map<string, number>()

  /** The number of a text. */
  readonly intern = (text: string): number => {
    const known = this.#numbers.get(text)
    if (known !== undefined) return known
    const number = this.#numbers.size + 1
    this.#numbers.set(text, number)
    return number
  }

  /** The texts in order of their numbers. */
  texts(): Iterable<string> {
    return this.#numbers.keys()
  }
}

/** All that an ended item says, with local numbers of its texts. `result`: null without a result line. */
interface ReadFindings {
  readonly url: number
  readonly result: ReturnType<SiteFindings['result']> | null
  readonly page: ReturnType<SiteFindings['page']>
}

/** The findings with other numbers for their texts. */
function renumberFindings(
  { url, result, page }: ReadFindings,
  numberOf: (local: number) => number,
): SiteFindings {
  return {
    url: numberOf(url),
    result() {
      if (result === null) throw new Error('an item without a line has no result')
      return { audit: result.audit, record: renumberResult(result.record, numberOf) }
    },
    page: () => page && { facts: page.facts, record: renumberPage(page.record, numberOf) },
  }
}
