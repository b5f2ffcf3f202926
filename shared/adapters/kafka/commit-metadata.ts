import { METADATA_LIMIT } from '#shared/ports/event-log.ts'

/**
 * A commit says of which log it is true, since its topic may be made anew: `@`, the id of the topic, a space, and then the
 * metadata of whoever committed. Other clients, and older versions of this one, commit the metadata alone.
 */
const MARK = '@'

/** What to commit with the metadata. Throws a RangeError when that is longer than the port allows. */
export function withLog(log: string, metadata: string): string {
  if (metadata.length > METADATA_LIMIT) throw new RangeError(`More than ${METADATA_LIMIT} bytes of metadata`)
  return log === '' ? metadata : `${MARK}${log} ${metadata}`
}

/** What was committed; `log` is '' when the commit does not say. */
export function withoutLog(committed: string): { readonly log: string; readonly metadata: string } {
  const space = committed.indexOf(' ')
  if (!committed.startsWith(MARK) || space < 0) return { log: '', metadata: committed }
  return { log: committed.slice(MARK.length, space), metadata: committed.slice(space + 1) }
}
