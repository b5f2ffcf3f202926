import { Failure, isUnavailable } from '#shared/errors.ts'
import type { Database } from '../sqlite/schema.ts'

/** https://sqlite.org/rescode.html#full */
const SQLITE_FULL = 13
const FULL = ['ENOSPC', 'EDQUOT', 'EFBIG']

/** A full disk is told as such: `SERVICE_UNAVAILABLE` like whatever else keeps the file from being written. */
export function withDiskFullErrors(database: Database): Database {
  return {
    db: database.db,
    async write(work) {
      try {
        return await database.write(work)
      } catch (error) {
        throw isUnavailable(error) && isFull((error as Failure).cause) ? diskFull(error) : error
      }
    },
  }
}

export function diskFull(cause?: unknown): Failure {
  return new Failure('SERVICE_UNAVAILABLE', 'The disk of the batch part is full', { cause })
}

function isFull(error: unknown): boolean {
  const { code, errcode } = (error ?? {}) as { code?: string; errcode?: number }
  return errcode === SQLITE_FULL || FULL.includes(code ?? '')
}
