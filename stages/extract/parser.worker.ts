import { parentPort } from 'node:worker_threads'
import { decodePage } from '#shared/web/html/charset.ts'
import type { ExtractOptions, FromParser, LookupsNeeded, ParserTask, ToParser } from './adapters/messages.ts'
import type { AuditExtract } from './audit/audit-input.ts'
import { auditLookups } from './audit/audit-lookups.ts'
import { toStructuredDataInput } from './audit/structured-data-input.ts'
import { targetFactsOf } from './audit/target-facts.ts'
import { collectFacts } from './facts/collect-facts.ts'
import { indexFacts } from './facts/fact-index.ts'
import { allFacts, type PageFacts } from './facts/page-facts.ts'
import { defaultBudgets, headerOf, type PageInput } from './facts/page-input.ts'
import { factsFor } from './metadata/groups.ts'
import { type LookupAnswers, metadataLookups } from './metadata/lookups-needed.ts'
import { metadataOf } from './metadata/metadata.ts'
import { type StructuredData, structuredDataOf } from './structured-data/structured-data.ts'

/** A parsed page whose look-ups are open. */
interface OpenPage {
  readonly facts: PageFacts
  readonly page: PageInput
  readonly extractOptions: ExtractOptions
  /** Set for an audit. */
  readonly structured: StructuredData | null
}

const openPages = new Map<number, OpenPage>()
const NO_ANSWERS: LookupAnswers = { canonicalStatus: null, dominantColor: null }

parentPort?.on('message', (message: ToParser) => {
  if (message.kind === 'release') openPages.delete(message.id)
  else perform(message)
})
reply({ kind: 'ready' })

function perform(message: ParserTask): void {
  const started = performance.now()
  try {
    reply({ ...answer(message), milliseconds: performance.now() - started })
  } catch (error) {
    openPages.delete(message.id)
    reply({ kind: 'failed', id: message.id, error: error as Error })
  }
}

function reply(answer: FromParser): void {
  parentPort?.postMessage(answer)
}

function answer(task: ParserTask) {
  if (task.kind === 'parse') return parse(task)
  if (task.kind === 'finish') return finish(task.id, task.answers)
  return { kind: 'target', id: task.id, facts: targetFactsOf(task.file) } as const
}

function parse({ id, page, extractOptions }: ParserTask & { kind: 'parse' }) {
  const decoded = decodePage(page.body, headerOf(page, 'content-type'))
  const needed = extractOptions.audit ? allFacts : factsFor(extractOptions.groups)
  const facts = collectFacts(decoded, page, defaultBudgets, needed)
  const structured = extractOptions.audit ? structuredDataOf({ facts }) : null
  const one = { facts, page, extractOptions, structured }
  const neededLookups = lookupsNeeded(one)
  openPages.set(id, one)
  return hasAny(neededLookups)
    ? ({ kind: 'lookups_needed', id, neededLookups } as const)
    : finish(id, NO_ANSWERS)
}

/** An audit needs more look-ups, and no colours. */
function lookupsNeeded({ facts, page, extractOptions, structured }: OpenPage): LookupsNeeded {
  if (!extractOptions.audit || !structured) return metadataLookups(facts, page, extractOptions.groups)
  const audit = auditLookups(indexFacts(facts, page), structured, extractOptions.audit)
  return { canonical: audit.canonical, colourImages: [], audit }
}

function finish(id: number, answers: LookupAnswers) {
  const page = openPages.get(id)
  openPages.delete(id)
  if (page === undefined) throw new Error('this thread does not hold the page')
  const { blocked } = page.facts
  return { kind: 'done', id, json: JSON.stringify(resultOf(page, answers)), blocked } as const
}

function resultOf({ facts, page, extractOptions, structured }: OpenPage, answers: LookupAnswers) {
  const metadata = metadataOf(facts, page, extractOptions, answers)
  return structured === null
    ? metadata
    : ({ metadata, structured: toStructuredDataInput(structured) } satisfies AuditExtract)
}

function hasAny({ canonical, colourImages, audit }: LookupsNeeded): boolean {
  return canonical !== null || colourImages.length > 0 || audit !== undefined
}
