import { ErrorNotice } from '../../../ui/notice.tsx'
import { operationName } from '../../../ui/operation-names.ts'
import type { FailureGroup } from '../run/failure-groups.ts'

export interface FailuresProps {
  readonly groups: readonly FailureGroup[]
  /** Whether several checks were run, so that a failure has to say whose it is. */
  readonly isNamed: boolean
  retry(checks: readonly string[]): void
}

/** Each reason for which checks failed, once, with what to do. */
export function Failures({ groups, isNamed, retry }: FailuresProps) {
  return (
    <>
      {groups.map(({ checks, error }) => (
        <div key={checks.join()} class="stack tight">
          {isNamed && (
            <p>
              <strong>Failed: {checks.map(operationName).join(', ')}</strong>
            </p>
          )}
          <ErrorNotice error={error} retry={() => retry(checks)} />
        </div>
      ))}
    </>
  )
}
