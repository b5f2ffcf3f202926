import { METADATA_LIMIT } from '#shared/ports/event-log.ts'

/** The log that a commit speaks of: its topic may be made anew, and its tail may be lost. */
export interface LogVersion {
  /** Of the topic; '' where nobody can tell. */
  readonly log: string
  /** The leader epoch up to which the partition was read; -1 where nobody can tell. */
  readonly epoch: number
}

/**
 * A commit says of which log it is true: `@`, the id of the topic, `:`, the leader epoch, a space, and then the metadata of
 * whoever committed. Other clients, and older versions of this one, commit the metadata alone.
 */
const PATTERN = /^@([\w-]+):(-?\d+) (.*)$/s

/** What to commit with the metadata. Throws a RangeError when that is longer than the port allows. */
export function encodeCommitMetadata({ log, epoch }: LogVersion, metadata: string): string {
  if (metadata.length > METADATA_LIMIT) throw new RangeError(`More than ${METADATA_LIMIT} bytes of metadata`)
  return log === '' ? metadata : `@${log}:${epoch} ${metadata}`
}

export function decodeCommitMetadata(committed: string): LogVersion & { readonly metadata: string } {
  const [, log = '', epoch = '-1', metadata = committed] = PATTERN.exec(committed) ?? []
  return { log, epoch: Number(epoch), metadata }
}
