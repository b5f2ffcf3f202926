import { z } from 'zod'
import { Failure } from '#shared/errors.ts'
import { parseJson } from '#shared/messages/json.ts'
import { batchStates } from '#shared/ports/batches.ts'
import type { AskRequest } from '#shared/rpc/shards/protocol.ts'
import type { ShardStore } from '../shard-store.ts'
import { type Question, questions } from '../shards.ts'

const text = z.string()
const count = z.int().min(0)
const listing = z.object({
  owner: text,
  state: z.enum(batchStates).nullable(),
  limit: count,
  after: count.nullable(),
})

/** What each question is about. */
const parameters: { readonly [Name in Question]: z.ZodType<Parameters<ShardStore[Name]>> } = {
  batch: z.tuple([text]),
  status: z.tuple([text]),
  shardsOf: z.tuple([text]),
  list: z.tuple([listing]),
  openBatches: z.tuple([]),
  segments: z.tuple([text, count, count]),
  hosts: z.tuple([text, count]),
}

export interface DecodedQuestion {
  readonly question: Question
  readonly given: Parameters<ShardStore[Question]>
}

/** Throws `VALIDATION_ERROR` when there is no such question, or it is not about this. */
export function decodeQuestion(asked: Pick<AskRequest, 'question' | 'given'>): DecodedQuestion {
  const question = questions.find((one) => one === asked.question)
  if (question === undefined) throw new Failure('VALIDATION_ERROR', 'There is no such question about a shard')
  const { data } = parameters[question].safeParse(parseJson(Buffer.from(asked.given).toString('utf8')))
  if (data === undefined)
    throw new Failure('VALIDATION_ERROR', `The question '${question}' is not about this`)
  return { question, given: data }
}
