/** Positions of the first and the last byte. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/** What is known of an object without reading it. */
export interface ObjectFacts {
  /** Bytes. */
  readonly size: number
  readonly contentType: string
}

/** Bytes as they are taken. To destroy it ends the read from the store. */
export interface ObjectBytes extends NodeJS.ReadableStream {
  destroy(): unknown
}

/** An object as it is read back. */
export interface StoredObject {
  readonly body: Buffer
  readonly contentType: string
}

/**
 * Large bodies and images by name. A name is `<folder>/<file>`, of `[A-Za-z0-9._-]` in each part; folders expire as a
 * whole by age (see the adapters' options). Methods reject with a Failure `SERVICE_UNAVAILABLE` when the store is away.
 */
export interface ObjectStore {
  /**
   * Stores the object, which may come in pieces, under the name; an existing one is replaced, all at once: no reader ever
   * sees half of it.
   */
  put(name: string, body: Buffer | readonly Buffer[], contentType: string): Promise<void>
  /** The object in memory of its own, or null when there is none (never stored, removed, or expired). */
  get(name: string): Promise<StoredObject | null>
  /** Null when there is no such object. */
  stat(name: string): Promise<ObjectFacts | null>
  /**
   * The object's bytes, or those of a range within it, read no faster than they are taken: a reader that stops holds some
   * hundred KiB at most. Null when there is no such object. Whoever opens it reads to the end or destroys it; it breaks with
   * an error when the store does.
   */
  open(name: string, range?: ByteRange): Promise<ObjectBytes | null>
  /** Removes the object; it is no matter when there is none. */
  remove(name: string): Promise<void>
  ping(): Promise<void>
  close(): Promise<void>
}
