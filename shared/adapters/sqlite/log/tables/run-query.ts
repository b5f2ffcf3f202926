import { unavailable } from '#shared/errors.ts'

/** Runs a query. Throws `SERVICE_UNAVAILABLE` if the file cannot be read (closed, damaged, missing). */
export function runQuery<T>(query: () => T): T {
  try {
    return query()
  } catch (error) {
    throw unavailable('event log', error)
  }
}
