import { parentPort } from 'node:worker_threads'
import type { FromParser, Gathered, ParserTask, Questions, ToParser, Wanted } from './adapters/messages.ts'
import { decodePage } from './charset.ts'
import { collectFacts } from './collect.ts'
import type { PageFacts } from './facts.ts'
import { metadataOf } from './metadata.ts'
import { defaultBudgets, type FetchedPage, headerOf } from './page.ts'
import { questionsOf } from './questions.ts'

/** A page whose questions are being asked outside. */
interface Known {
  readonly facts: PageFacts
  readonly page: FetchedPage
  readonly wanted: Wanted
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
    const answer = message.kind === 'parse' ? parse(message) : finish(message.id, message.gathered)
    reply({ ...answer, milliseconds: performance.now() - started })
  } catch (error) {
    known.delete(message.id)
    reply({ kind: 'failed', id: message.id, error: error as Error })
  }
}

function reply(answer: FromParser): void {
  parentPort?.postMessage(answer)
}

function parse({ id, page, wanted }: ParserTask & { kind: 'parse' }) {
  const decoded = decodePage(page.body, headerOf(page, 'content-type'))
  const facts = collectFacts(decoded, page, defaultBudgets)
  const questions = questionsOf(facts, page, wanted.groups)
  known.set(id, { facts, page, wanted })
  return hasAny(questions) ? ({ kind: 'questions', id, questions } as const) : finish(id, NOTHING_GATHERED)
}

function finish(id: number, gathered: Gathered) {
  const page = known.get(id)
  known.delete(id)
  if (page === undefined) throw new Error('the page is not known to this thread')
  const json = JSON.stringify(metadataOf(page.facts, page.page, page.wanted, gathered))
  return { kind: 'done', id, json } as const
}

function hasAny({ canonical, colourImages }: Questions): boolean {
  return canonical !== null || colourImages.length > 0
}
