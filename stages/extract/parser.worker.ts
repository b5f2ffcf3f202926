import { parentPort } from 'node:worker_threads'
import { decodePage } from '#shared/html/charset.ts'
import type { FromParser, Gathered, ParserTask, Questions, ToParser, Wanted } from './adapters/messages.ts'
import type { AuditExtract } from './audit/audit-extract.ts'
import { auditQuestionsOf } from './audit/questions.ts'
import { structuredMaterialOf } from './audit/structured-material.ts'
import { targetFactsOf } from './audit/target-facts.ts'
import { collectFacts } from './collect.ts'
import type { PageFacts } from './facts.ts'
import { metadataOf } from './metadata.ts'
import { allFacts, factsFor } from './needed-facts.ts'
import { defaultBudgets, type FetchedPage, headerOf } from './page.ts'
import { questionsOf } from './questions.ts'
import { readingOf } from './reading.ts'
import { type StructuredData, structuredDataOf } from './structured-data/structured-data.ts'

/** A page whose questions are being asked outside. */
interface Known {
  readonly facts: PageFacts
  readonly page: FetchedPage
  readonly wanted: Wanted
  /** For an audit. */
  readonly structured: StructuredData | null
}

const known = new Map<number, Known>()
const NOTHING_GATHERED: Gathered = { canonicalStatus: null, dominantColor: null }

parentPort?.on('message', (message: ToParser) => {
  if (message.kind === 'forget') known.delete(message.id)
  else perform(message)
})
reply({ kind: 'ready' })

function perform(message: ParserTask): void {
  const started = performance.now()
  try {
    reply({ ...answer(message), milliseconds: performance.now() - started })
  } catch (error) {
    known.delete(message.id)
    reply({ kind: 'failed', id: message.id, error: error as Error })
  }
}

function reply(answer: FromParser): void {
  parentPort?.postMessage(answer)
}

function answer(task: ParserTask) {
  if (task.kind === 'parse') return parse(task)
  if (task.kind === 'finish') return finish(task.id, task.gathered)
  return { kind: 'target', id: task.id, facts: targetFactsOf(task.file) } as const
}

function parse({ id, page, wanted }: ParserTask & { kind: 'parse' }) {
  const decoded = decodePage(page.body, headerOf(page, 'content-type'))
  const needed = wanted.audit ? allFacts : factsFor(wanted.groups)
  const facts = collectFacts(decoded, page, defaultBudgets, needed)
  const structured = wanted.audit ? structuredDataOf({ facts }) : null
  const one = { facts, page, wanted, structured }
  const questions = openQuestions(one)
  known.set(id, one)
  return hasAny(questions) ? ({ kind: 'questions', id, questions } as const) : finish(id, NOTHING_GATHERED)
}

/** An audit asks for more, and has no use for colours. */
function openQuestions({ facts, page, wanted, structured }: Known): Questions {
  if (!wanted.audit || !structured) return questionsOf(facts, page, wanted.groups)
  const audit = auditQuestionsOf(readingOf(facts, page), structured, wanted.audit)
  return { canonical: audit.canonical, colourImages: [], audit }
}

function finish(id: number, gathered: Gathered) {
  const page = known.get(id)
  known.delete(id)
  if (page === undefined) throw new Error('the page is not known to this thread')
  const { blocked } = page.facts
  return { kind: 'done', id, json: JSON.stringify(resultOf(page, gathered)), blocked } as const
}

function resultOf({ facts, page, wanted, structured }: Known, gathered: Gathered) {
  const metadata = metadataOf(facts, page, wanted, gathered)
  return structured === null
    ? metadata
    : ({ metadata, structured: structuredMaterialOf(structured) } satisfies AuditExtract)
}

function hasAny({ canonical, colourImages, audit }: Questions): boolean {
  return canonical !== null || colourImages.length > 0 || audit !== undefined
}
