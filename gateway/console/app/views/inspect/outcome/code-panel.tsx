import { curlSample, pythonSample, scriptSample } from '../../../api/call-samples.ts'
import { BASE } from '../../../api/client.ts'
import { requestOf } from '../../../api/inspection-request.ts'
import { operationName } from '../../../ui/operation-names.ts'
import { visibleJson } from '../../../ui/page/control-marks.ts'
import { TextBox } from '../../../ui/text-box.tsx'
import type { CheckResult } from '../results/results.ts'
import type { Call } from '../run/plan.ts'

export interface CodePanelProps {
  readonly calls: readonly Call[]
  readonly isFresh: boolean
  readonly byCheck: Readonly<Record<string, CheckResult>>
}

const languages = [
  ['curl', curlSample],
  ['JavaScript', scriptSample],
  ['Python', pythonSample],
] as const

/** Each call for other programs, and what it came to as the service sent it. */
export function CodePanel({ calls, isFresh, byCheck }: CodePanelProps) {
  return (
    <div class="stack">
      {calls.map((call) => (
        <CallCode
          key={call.operation.name}
          call={call}
          isFresh={isFresh}
          result={byCheck[call.operation.name]?.result}
          isAlone={calls.length === 1}
        />
      ))}
    </div>
  )
}

interface CallCodeProps {
  readonly call: Call
  readonly isFresh: boolean
  /** Undefined = there is none yet. */
  readonly result: unknown
  readonly isAlone: boolean
}

function CallCode({ call, isFresh, result, isAlone }: CallCodeProps) {
  const name = operationName(call.operation.name)
  const request = requestOf(call.operation, call.values)
  const labelOf = (what: string) => (isAlone ? what : `${what}: ${name}`)
  return (
    <section class="panel">
      <h2>{labelOf('Call it from code')}</h2>
      <div class="columns">
        {languages.map(([language, sample]) => (
          <div key={language} class="stack tight">
            <h3>{language}</h3>
            <TextBox label={labelOf(language)} text={sample(BASE, request, isFresh)} />
          </div>
        ))}
      </div>
      {result !== undefined && (
        <details>
          <summary>{labelOf('Raw JSON')}</summary>
          <TextBox label={labelOf('Raw JSON')} text={visibleJson(result)} />
        </details>
      )}
    </section>
  )
}
