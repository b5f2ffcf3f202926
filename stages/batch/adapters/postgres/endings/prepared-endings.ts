import { endedItem } from '../../../frontier/decisions/complete-item.ts'
import type { FamilyKeys } from '../../../frontier/decisions/decision-tables.ts'
import { familyKeys } from '../../../frontier/decisions/family-tree.ts'
import type { AddedItem } from '../../../frontier/decisions/insert-items.ts'
import { equalityOf, type ItemKeys, isUrlOf, keysOfItem } from '../../../frontier/decisions/item-hash.ts'
import { type EndedItem, findingsOf, type SiteFindings } from '../../../frontier/decisions/site-findings.ts'
import type { Discover, Discovery, NewItem } from '../../../frontier/frontier.ts'
import { numberTexts, type TextNumbers } from '../batches/number-texts.ts'
import type { Session } from '../connection/session.ts'
import type { EndingBatch, FoundEnding } from './found-endings.ts'
import { LocalTexts, type ReadFindings, readFindings, renumberFindings } from './local-texts.ts'

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
  return { of, ended, discovery, read: readFindings(findings, item.role === 'page') }
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
