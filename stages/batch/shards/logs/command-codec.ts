import { z } from 'zod'
import { parseJson } from '#shared/messages/json.ts'
import { isAvailable } from '#shared/operations/parameters.ts'
import { batchStates, crawlScopes, type NewBatch } from '#shared/ports/batches.ts'
import type { Batch, NewItem } from '../../frontier/frontier.ts'
import { type Command, type DeferredRecord, phases } from '../commands.ts'

const text = z.string()
/** Numbers of shards, items and lines; offsets; milliseconds since the epoch. */
const count = z.int().min(0)
const texts = z.array(text)

const crawl = z.object({
  scope: z.enum(crawlScopes),
  maxDepth: count.nullable(),
  maxPages: count,
  maxMinutes: z.number().nullable(),
  include: texts,
  exclude: texts,
  seeds: texts.exactOptional(),
})

const batch: z.ZodType<Batch> = z.object({
  id: text,
  operation: z.custom<NewBatch['operation']>(isAvailable),
  parameters: z.record(text, z.unknown()),
  crawl: crawl.nullable(),
  sitemaps: texts,
  owner: text.nullable(),
  quota: z.object({ key: text, limit: count }).exactOptional(),
  politeness: z
    .object({ delayMs: count.nullable(), concurrency: count.nullable(), isUnthrottled: z.boolean() })
    .exactOptional(),
  state: z.enum(batchStates),
  createdAt: count,
  firstUrl: text.exactOptional(),
})

const item: z.ZodType<NewItem> = z.object({
  parameters: z.looseObject({ url: text }),
  depth: count.nullable(),
  from: text.nullable(),
  role: z.enum(['page', 'discovery']),
  scope: text.nullable(),
})

/** By shard, whose number is decimal text in JSON. */
const positions = z.record(text.regex(/^\d{1,9}$/), count)
const rejectedLines = z.array(z.object({ line: count, reason: text }))

const report = z.object({
  batch: text,
  shard: count,
  position: count,
  version: count,
  isGone: z.boolean(),
  counts: z.object({ accepted: count, waiting: count, running: count, done: count, failed: count }),
  open: count,
  lines: count,
})

const segment = z.object({ batch: text, shard: count, first: count, count, object: text })

const bytes = text.transform((base64) => Buffer.from(base64, 'base64'))

const deferred = z.object({
  key: bytes.nullable(),
  value: bytes.nullable(),
  headers: z.record(text, bytes),
  topic: text,
  partition: count,
  offset: count,
  timestamp: z.int(),
})

const kind = <Kind extends Command['kind']>(name: Kind) => z.literal(name)

const command: z.ZodType<Command> = z.discriminatedUnion('kind', [
  z.object({ kind: kind('create'), batch }),
  z.object({ kind: kind('keep'), batch: text }),
  z.object({ kind: kind('reject'), batch: text, lines: rejectedLines }),
  z.object({
    kind: kind('start'),
    batch: text,
    isOpen: z.boolean(),
    added: positions,
    firstUrl: text.exactOptional(),
  }),
  z.object({ kind: kind('close'), batch: text, rejected: rejectedLines, more: count, added: positions }),
  z.object({ kind: kind('discard'), batch: text }),
  z.object({ kind: kind('set'), batch: text, state: z.enum(['running', 'paused', 'cancelled']) }),
  z.object({ kind: kind('report'), report }),
  z.object({ kind: kind('segment'), segment }),
  z.object({ kind: kind('add'), batch, items: z.array(item) }),
  z.object({ kind: kind('phase'), batch: text, phase: z.enum(phases), version: count }),
  z.object({ kind: kind('expire'), batch: text, inFlight: z.array(count) }),
  z.object({ kind: kind('defer'), records: z.array(deferred) }),
  z.object({ kind: kind('endings'), before: count }),
  z.object({ kind: kind('tick') }),
])

/** The value of the record of a command. */
export function encodeCommand(given: Command): string {
  return JSON.stringify(given.kind === 'defer' ? { ...given, records: given.records.map(withBase64) } : given)
}

function withBase64({ key, value, headers, ...place }: DeferredRecord) {
  const encoded = Object.entries(headers).map(([name, header]) => [name, header.toString('base64')])
  return {
    ...place,
    key: key?.toString('base64') ?? null,
    value: value?.toString('base64') ?? null,
    headers: Object.fromEntries(encoded),
  }
}

/** The command of a record. It has all its members, of the right types. Null when the value is no command. */
export function decodeCommand(value: Buffer | null): Command | null {
  const { success, data } = command.safeParse(parseJson(value?.toString('utf8') ?? ''))
  return success ? data : null
}
