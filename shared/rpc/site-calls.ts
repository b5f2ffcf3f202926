import type { Batches } from '#shared/ports/batches.ts'
import type { ServerCalls } from './server-calls.ts'

/** The part of a port that is about the sites of batches. */
export type Sites = Pick<Batches, 'report' | 'pages'>

interface ReportRequest {
  readonly id: string
  readonly owner: string
  /** '' = none. */
  readonly compare: string
}

interface PagesRequest {
  readonly id: string
  readonly owner: string
  readonly after: number
  /** Absent = all. */
  readonly limit?: number
}

/** The handlers of `Report` and `Pages`, which are the same in each service that has them. */
export function siteCalls(sites: Sites, { sender }: Pick<ServerCalls, 'sender'>) {
  return {
    Report: sender<ReportRequest>(async ({ compare, ...named }, signal) => {
      const text = await sites.report(named, { compare: compare || null, signal })
      return text === null ? null : [Buffer.from(text)]
    }),
    Pages: sender<PagesRequest>(({ after, limit = null, ...named }, signal) =>
      sites.pages(named, { after, limit, signal }),
    ),
  }
}
