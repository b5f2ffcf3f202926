import { unavailable } from '#shared/errors.ts'

/** The answer of a query; `SERVICE_UNAVAILABLE` when the file can't be read (closed, damaged, gone). */
export function runQuery<T>(query: () => T): T {
  try {
    return query()
  } catch (error) {
    throw unavailable('event log', error)
  }
}
