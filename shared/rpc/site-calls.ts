import { type Batches, MOST_EXAMPLES, type PageSelection } from '#shared/ports/batches.ts'
import type { ServerCalls } from './server-calls.ts'

/** The part of a port that is about the sites of batches. */
export type Sites = Pick<Batches, 'report' | 'pages'>

interface ReportRequest {
  readonly id: string
  readonly owner: string
  /** '' = none. */
  readonly compare: string
  /** Absent = ten. */
  readonly examples?: number
}

interface PagesRequest {
  readonly id: string
  readonly owner: string
  readonly after: number
  /** Absent = all. */
  readonly limit?: number
  /** Null or absent = all pages. */
  readonly selection?: SelectionMessage | null
}

/** A `PageSelection`. What is absent or '' is null there. */
interface SelectionMessage {
  readonly rule: string
  readonly statuses: readonly string[]
  readonly indexable?: boolean
  readonly minOverall?: number
  readonly maxOverall?: number
  readonly column: string
  readonly isDescending: boolean
}

/** The message of a selection. */
export function selectionMessage(selection: PageSelection): SelectionMessage {
  const { rule, statuses, indexable, minOverall, maxOverall, sort } = selection
  return {
    rule: rule ?? '',
    statuses,
    ...(indexable !== null && { indexable }),
    ...(minOverall !== null && { minOverall }),
    ...(maxOverall !== null && { maxOverall }),
    ...sort,
  }
}

function selectionOf({ rule, statuses, column, isDescending, ...bounds }: SelectionMessage): PageSelection {
  const { indexable = null, minOverall = null, maxOverall = null } = bounds
  return {
    rule: rule || null,
    statuses,
    ...{ indexable, minOverall, maxOverall },
    sort: { column: column || 'n', isDescending },
  }
}

/** The handlers of `Report` and `Pages`, which are the same in each service that has them. */
export function siteCalls(sites: Sites, { sender }: Pick<ServerCalls, 'sender'>) {
  return {
    Report: sender<ReportRequest>(async ({ id, owner, compare, examples }, signal) => {
      const more = examples !== undefined && { examples: Math.min(examples, MOST_EXAMPLES) }
      const text = await sites.report({ id, owner }, { compare: compare || null, ...more, signal })
      return text === null ? null : [Buffer.from(text)]
    }),
    Pages: sender<PagesRequest>(({ id, owner, after, limit = null, selection }, signal) =>
      sites.pages(
        { id, owner },
        { after, limit, ...(selection && { selection: selectionOf(selection) }), signal },
      ),
    ),
  }
}
