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
  /** Stores the object under the name; an existing one is replaced, all at once: no reader ever sees half of it. */
  put(name: string, body: Buffer, contentType: string): Promise<void>
  /** The object, or null when there is none (never stored, or expired). */
  get(name: string): Promise<StoredObject | null>
  ping(): Promise<void>
  close(): Promise<void>
}
