import pg from 'pg'

/** What an error of a statement means for its work and its connection. */
export interface ErrorMeaning {
  /** A later try may succeed: the failure is `SERVICE_UNAVAILABLE`. */
  readonly isUnavailable: boolean
  /** The same work can be done again at once, in a new transaction. */
  readonly isWorthAgain: boolean
  /** The connection, and what other connections there are to its server, are of no use any more. */
  readonly isForAll: boolean
  /** A prepared statement does not exist, or exists already: a pooler has changed the session behind the connection. */
  readonly isStatementUnknown: boolean
}

// "PostgreSQL Error Codes" of the manual, appendix A.
const AGAIN = ['40001', '40P01'] // serialization failure, deadlock
const STATEMENT_UNKNOWN = ['26000', '42P05']
/** A read-only server, or one that ends or starts. */
const SERVER_LOST = ['25006', '57P01', '57P02', '57P03']
/** Timeouts of a statement and of an idle transaction, an error of the disk. */
const UNAVAILABLE = ['57014', '25P03', '58030']
/** Classes: errors of connections; lack of resources, a full disk among them. */
const UNAVAILABLE_CLASSES = ['08', '53']

/** Errors that no server sent mean nothing here: a lost connection is a `Failure` already. */
export function meaningOf(error: unknown): ErrorMeaning {
  const state = stateOf(error) ?? ''
  const isStatementUnknown = STATEMENT_UNKNOWN.includes(state)
  const isLost = SERVER_LOST.includes(state)
  const isOld = isPlanOld(error)
  return {
    isUnavailable: isLost || UNAVAILABLE.includes(state) || UNAVAILABLE_CLASSES.includes(state.slice(0, 2)),
    isWorthAgain: AGAIN.includes(state) || isStatementUnknown || isOld,
    isForAll: isLost || isOld,
    isStatementUnknown,
  }
}

/** The five characters of SQLSTATE of an error that a server sent; null for any other error. */
export function stateOf(error: unknown): string | null {
  return error instanceof pg.DatabaseError ? (error.code ?? null) : null
}

/** A prepared statement is from before a change of a table's columns. The code alone means anything that is not supported. */
function isPlanOld(error: unknown): boolean {
  return (
    error instanceof pg.DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery'
  )
}
