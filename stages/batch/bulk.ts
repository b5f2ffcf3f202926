import { isUnavailable } from '#shared/errors.ts'

export interface BulkOptions<T> {
  /** A group is worked on when it has so many members, or `waitMs` after its first one came. */
  readonly most: number
  readonly waitMs: number
  work(group: readonly T[]): Promise<void>
}

/** Settles once the group was worked on that the piece went into. */
export type Bulk<T> = (piece: T) => Promise<void>

interface Member<T> {
  readonly piece: T
  readonly done: PromiseWithResolvers<void>
}

/**
 * Collects single pieces of work into groups; one group is worked on at a time. Where one piece is a defect, the others
 * of its group are not held up by it.
 */
export function makeBulk<T>({ most, waitMs, work }: BulkOptions<T>): Bulk<T> {
  let open: Member<T>[] = []
  let before: Promise<void> = Promise.resolve()

  function close(group: Member<T>[]): void {
    if (open !== group) return
    open = []
    before = before.then(() => workOn(group, work))
  }

  return (piece) => {
    const member = { piece, done: Promise.withResolvers<void>() }
    const group = open
    group.push(member)
    if (group.length === 1) setTimeout(() => close(group), waitMs)
    if (group.length >= most) close(group)
    return member.done.promise
  }
}

async function workOn<T>(group: readonly Member<T>[], work: BulkOptions<T>['work']): Promise<void> {
  try {
    await work(group.map(({ piece }) => piece))
    for (const { done } of group) done.resolve()
  } catch (error) {
    if (group.length === 1 || isUnavailable(error)) for (const { done } of group) done.reject(error)
    else for (const member of group) await workOn([member], work)
  }
}
