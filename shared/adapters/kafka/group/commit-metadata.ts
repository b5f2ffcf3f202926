import { METADATA_LIMIT } from '#shared/ports/event-log.ts'

/**
 * The version of a partition's log that offsets refer to: its topic may be created anew, and its tail may be
 * lost.
 */
export interface LogVersion {
  /** Topic id; '' if unknown. */
  readonly log: string
  /** Leader epoch up to which the partition was read; -1 if unknown. */
  readonly epoch: number
}

/**
 * Committed metadata: `@`, topic id, `:`, leader epoch, a space, and the metadata of the caller. Other
 * clients, and older versions of this one, commit the metadata alone.
 */
const PATTERN = /^@([\w-]+):(-?\d+) (.*)$/s

/**
 * Prepends the log version to the caller's metadata. Throws a RangeError if the metadata is longer than
 * METADATA_LIMIT.
 */
export function encodeCommitMetadata({ log, epoch }: LogVersion, metadata: string): string {
  if (metadata.length > METADATA_LIMIT) throw new RangeError(`More than ${METADATA_LIMIT} bytes of metadata`)
  return log === '' ? metadata : `@${log}:${epoch} ${metadata}`
}

/**
 * Splits committed metadata into log version and the caller's metadata; log '' and epoch -1 if the version is
 * missing.
 */
export function decodeCommitMetadata(committed: string): LogVersion & { readonly metadata: string } {
  const [, log = '', epoch = '-1', metadata = committed] = PATTERN.exec(committed) ?? []
  return { log, epoch: Number(epoch), metadata }
}
