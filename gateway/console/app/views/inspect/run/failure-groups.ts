import type { ApiError } from '../../../api/api-error.ts'
import type { RunStates } from './use-runs.ts'

/** Checks that failed for one reason. */
export interface FailureGroup {
  /** Their names in the API. */
  readonly checks: readonly string[]
  /** The failure of the first of them. */
  readonly error: ApiError
}

/** The failures, each reason once. */
export function failureGroups(states: RunStates): readonly FailureGroup[] {
  const failures = Object.entries(states).flatMap(([name, state]) =>
    state.kind === 'failed' ? [{ name, error: state.error }] : [],
  )
  const groups = Map.groupBy(failures, reasonOf)
  return [...groups.values()].flatMap((own) => {
    const [first] = own
    return first === undefined ? [] : [{ checks: own.map(({ name }) => name), error: first.error }]
  })
}

/**
 * The operations have codes of their own for one reason, so the reason is what the message says. A missing scope is one reason
 * though the message names the operation; a limit is that of one operation alone.
 */
function reasonOf({ name, error }: { name: string; error: ApiError }): string {
  if (error.status === 403) return error.code
  return error.status === 429 ? `${name} limit` : error.message
}

/** The messages of the parameters that the service refused, by name. What suits one check is not wrong for all. */
export function problemsOf(states: RunStates): Readonly<Record<string, string>> {
  if (Object.values(states).some(({ kind }) => kind !== 'failed')) return {}
  const fields = Object.values(states).map((state) => (state.kind === 'failed' ? state.error.fields : {}))
  return Object.assign({}, ...fields)
}
