/**
 * Runs one statement at a time, in a transaction or not. `int8` arrives as a number, `bytea` as a Buffer, `timestamptz` as a
 * Date, `json` as text.
 */
export interface Session {
  query<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]>
}

export interface TransactionOptions {
  /** A crash of the server may lose the transaction after its end (`synchronous_commit = off`). Default: it does not. */
  readonly isRelaxed?: boolean
  /** Its statements may take as long as they need. Default: 30 s each. */
  readonly isUnlimited?: boolean
}

/**
 * A database. Methods reject with `SERVICE_UNAVAILABLE` while it cannot be reached, is read-only, or its disk is full. A
 * transaction whose commit was not answered may have been committed: work is written so that it may run again.
 */
export interface Postgres extends Session {
  /** Runs work in one transaction (READ COMMITTED). Deadlocks and serialisation failures run it again. */
  transaction<T>(work: (session: Session) => Promise<T>, options?: TransactionOptions): Promise<T>
  close(): Promise<void>
}
