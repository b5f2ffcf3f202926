/** Offsets of the first and the last byte, both included. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/** The size and type of an object. */
export interface ObjectFacts {
  /** Bytes. */
  readonly size: number
  readonly contentType: string
}

/** A stream of an object's bytes. `destroy` ends the read from the store. */
export interface ObjectBytes extends NodeJS.ReadableStream {
  destroy(): unknown
}

/** An object that was read whole. */
export interface StoredObject {
  readonly body: Buffer
  readonly contentType: string
}

/**
 * Large bodies and images by name. A name is `<folder>/<file>`, of `[A-Za-z0-9._-]` in each part; folders expire as a
 * whole by age (see the adapters' options). Methods reject with a Failure `SERVICE_UNAVAILABLE` while the store is
 * unavailable.
 */
export interface ObjectStore {
  /** Stores the object, whole or in chunks, under the name. Replaces an existing object atomically for readers. */
  put(name: string, body: Buffer | readonly Buffer[], contentType: string): Promise<void>
  /** The object in a buffer of its own; null when there is none (never stored, removed, or expired). */
  get(name: string): Promise<StoredObject | null>
  /** Null when there is no such object. */
  stat(name: string): Promise<ObjectFacts | null>
  /**
   * A stream of the object, or of a range of it, with back-pressure: a reader that stops holds a few hundred KiB at most.
   * Null when there is no such object. The caller reads the stream to its end or destroys it. It fails with an error when
   * the store fails.
   */
  open(name: string, range?: ByteRange): Promise<ObjectBytes | null>
  /** Removes the object, if there is one. */
  remove(name: string): Promise<void>
  ping(): Promise<void>
  close(): Promise<void>
}
