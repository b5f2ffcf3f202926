import { z } from 'zod'
import type { Answer } from '#shared/operations/casing.ts'

/** The answer to a new share of a report. */
export const createdShare = z.object({
  id: z.string().describe('Names the share to its owner.'),
  url: z
    .string()
    .describe(
      'Shows the report to whoever has it. It is answered only here: the service stores a digest of its token.',
    ),
  expires_at: z.iso.datetime(),
})
export type CreatedShareBody = Answer<typeof createdShare>

/** What its owner sees of a share: not its token. */
export const shareEntry = z.object({
  id: z.string(),
  title: z.string().nullable(),
  client: z.string().nullable(),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
})
export type ShareBody = Answer<typeof shareEntry>

/** The body of `GET /batches/{id}/shares`. */
export const shareList = z.object({
  shares: z.array(shareEntry).describe('Those that have not expired, oldest first.'),
})
