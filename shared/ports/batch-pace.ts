import type { CamelCased } from '#shared/operations/casing.ts'
import type { BatchBody } from '#shared/operations/results/batch.ts'

type Pace = CamelCased<NonNullable<BatchBody['pace']>>

/** What the pages of a host wait for. */
export type BatchWait = Omit<Pace['waits'][number], 'message'>
export type WaitReason = BatchWait['reason']

/** How fast a batch is, and why it is not faster. */
export type BatchPace = Omit<Pace, 'waits'> & { readonly waits: readonly BatchWait[] }
