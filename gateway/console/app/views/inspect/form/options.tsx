import type { Values } from '../../../api/inspection-request.ts'
import { OperationOptions } from '../../../ui/form/operation-options.tsx'
import { operationName } from '../../../ui/operation-names.ts'
import { checks, type Plan, switchedAddress } from '../run/plan.ts'

/** Name of the header that asks for a new response, as the form's control has it. */
const FRESH = 'Cache-Control'

export interface OptionsProps {
  readonly plan: Plan
  readonly values: Values
  readonly problems: Readonly<Record<string, string>>
  readonly isFresh: boolean
  change(name: string, value: string): void
  setFresh(isFresh: boolean): void
}

/** What is seldom needed: the cache, and the parameters of a single check. The common form links to those of each. */
export function Options({ plan, values, problems, isFresh, change, setFresh }: OptionsProps) {
  const fresh = <FreshSwitch isFresh={isFresh} change={setFresh} />
  const { single } = plan
  if (single === null) {
    return (
      <details class="options slim">
        <summary>Options</summary>
        <div class="stack tight">
          {fresh}
          <p>All parameters of one check:</p>
          <OneCheckLinks values={values} current={null} />
        </div>
      </details>
    )
  }
  return (
    <OperationOptions
      class="panel options"
      fields={single.fields.filter(({ name }) => name !== 'url')}
      values={values}
      problems={problems}
      change={change}
    >
      {fresh}
    </OperationOptions>
  )
}

/** Links to the whole form of each check for the page of these values; `current`: the check whose form is shown. */
export function OneCheckLinks({ values, current }: { values: Values; current: string | null }) {
  return (
    <ul class="plain row">
      {current !== null && (
        <li>
          <a href={switchedAddress(null, values)}>All checks</a>
        </li>
      )}
      {checks.map((name) => (
        <li key={name}>
          <a href={switchedAddress(name, values)} aria-current={name === current ? 'page' : undefined}>
            {operationName(name)} only
          </a>
        </li>
      ))}
    </ul>
  )
}

function FreshSwitch({ isFresh, change }: { isFresh: boolean; change(isFresh: boolean): void }) {
  return (
    <label class="check">
      <input
        type="checkbox"
        name={FRESH}
        value="no-cache"
        checked={isFresh}
        onChange={(event) => change(event.currentTarget.checked)}
      />
      Skip the cache
    </label>
  )
}
