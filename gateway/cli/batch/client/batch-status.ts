import { z } from 'zod'
import { batchStates } from '#shared/ports/batches.ts'

const count = z.int().min(0)

/** The status of a batch (infra/docs/contract.md#batches), as far as the command line reads it. */
const batchSummary = z.object({
  id: z.string(),
  state: z.enum(batchStates),
  counts: z.object({
    accepted: count,
    rejected: count,
    waiting: count,
    running: count,
    done: count,
    failed: count,
  }),
  created_at: z.string(),
  finished_at: z.string().nullable(),
})
export type BatchSummary = Readonly<z.infer<typeof batchSummary>>

const batchPage = z.object({ batches: z.array(batchSummary), next: z.string().nullable() })
export type BatchPage = Readonly<z.infer<typeof batchPage>>

const batchStatus = batchSummary.extend({
  rejected: z.array(z.object({ line: z.int(), reason: z.string() })),
  hosts: z.array(z.object({ host: z.string(), waiting: count, running: count })).optional(),
})
export type BatchStatus = Readonly<z.infer<typeof batchStatus>>

/** Parses a response; null when it is not the status of a batch. */
export const readStatus = (text: string): BatchStatus | null => read(batchStatus, text)

/** Parses a response; null when it is not a page of a list. */
export const readPage = (text: string): BatchPage | null => read(batchPage, text)

function read<T>(schema: z.ZodType<T>, text: string): T | null {
  try {
    return schema.parse(JSON.parse(text))
  } catch {
    return null
  }
}

/** Number of results there are: each page that ended has one line. */
export function endedCount({ counts }: BatchStatus): number {
  return counts.done + counts.failed
}

/** Whether no more results come. A cancelled batch has more results until its running inspections have ended. */
export function hasEnded({ finished_at }: BatchStatus): boolean {
  return finished_at !== null
}

/** Number of rejected lines that are shown; the service reports the first 100. */
const MAX_SHOWN = 10

/** Describes the first rejected lines, a sentence each, and says how many more there are. */
export function describeRejections({ rejected, counts, id }: BatchStatus): string[] {
  if (counts.rejected === 0) return []
  const shown = rejected.slice(0, MAX_SHOWN)
  const more = counts.rejected - shown.length
  return [
    counts.rejected === 1 ? '1 was rejected:' : `${counts.rejected} were rejected:`,
    ...shown.map(({ line, reason }) => (line > 0 ? `  line ${line}: ${reason}` : `  ${reason}`)),
    ...(more > 0 ? [`  and ${more} more (npm run -s batch -- status ${id} --json shows the first 100)`] : []),
  ]
}
