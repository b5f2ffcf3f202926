import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { completeUrl, requestOf, type Values } from '../../api/inspection-request.ts'
import type { FormOperation } from '../../api/operation-fields.ts'
import { callParameters } from '../../state/address.ts'
import { navigate } from '../../state/route.ts'
import { FieldNote } from '../../ui/form/field.tsx'
import { OperationOptions } from '../../ui/form/operation-options.tsx'
import { useFocusOnWrongField } from '../../ui/form/use-focus-on-wrong-field.tsx'
import { Empty } from '../../ui/notice.tsx'
import { operationNames } from '../../ui/operation-names.ts'
import { Answer } from './answer.tsx'
import { CallSamples } from './call-samples-panel.tsx'
import { addressOfRun, placeOf } from './run-address.ts'
import { type Run, useRun } from './use-run.ts'
import { Working } from './working.tsx'

/** Name of the header that asks for a new answer, as the form's control has it. */
const FRESH = 'Cache-Control'

interface InspectionProps {
  readonly operation: FormOperation
  readonly parameters: URLSearchParams
}

/** The form of an operation, its call and its result. What is entered stands in the address, beside the filters of the result. */
export function Inspection({ operation, parameters }: InspectionProps) {
  const addressed = callParameters(parameters)
  const [values, setValues] = useState<Values>(addressed)
  const [isFresh, setFresh] = useState(false)
  useEffect(() => setValues(addressed), [placeOf(operation, addressed)])
  const request = requestOf(operation, values)
  const run = useRun(operation, addressed)
  const start = () => {
    const complete = { ...values, url: completeUrl(values.url ?? '') }
    setValues(complete)
    run.start(complete, isFresh)
    navigate(addressOfRun(operation, complete, parameters))
  }
  const change = (name: string, value: string) => setValues({ ...values, [name]: value })
  useFocusOnWrongField(run.problems)
  return (
    <form
      class="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (run.state.kind !== 'running') start()
      }}
    >
      <UrlRow operation={operation} values={values} run={run} change={change} />
      <div class="bench">
        <OperationOptions
          class="panel options"
          fields={operation.fields.filter(({ name }) => name !== 'url')}
          values={values}
          problems={run.problems}
          change={change}
        >
          <FreshSwitch isFresh={isFresh} change={setFresh} />
        </OperationOptions>
        <div class="stack">
          {run.state.kind === 'running' && (
            <Working operation={operation.name} startedAt={run.state.startedAt} />
          )}
          {run.state.kind === 'idle' && (
            <Empty title={`No ${operationNames[operation.name]} yet`}>{hint}</Empty>
          )}
          <Answer operation={operation.name} run={run} retry={start} />
          <CallSamples request={request} isFresh={isFresh} />
        </div>
      </div>
    </form>
  )
}

const hint = <p class="muted">Enter a URL and run it. The result is shown here.</p>

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

interface PartProps {
  readonly operation: FormOperation
  readonly values: Values
  readonly run: Run
  change(name: string, value: string): void
}

function UrlRow({ operation, values, run, change }: PartProps) {
  const id = useId()
  const problem = run.problems.url
  const isRunning = run.state.kind === 'running'
  const runButton = useRef<HTMLButtonElement>(null)
  // The button that was pressed goes.
  const cancel = () => {
    run.cancel()
    runButton.current?.focus()
  }
  return (
    <div class="field panel">
      <label for={id}>URL</label>
      <div class="row">
        <input
          id={id}
          name="url"
          type="text"
          inputMode="url"
          autocomplete="url"
          autocapitalize="off"
          spellcheck={false}
          placeholder="https://example.com/"
          value={values.url ?? ''}
          aria-invalid={problem !== undefined}
          aria-describedby={`${id}-note`}
          onInput={(event) => change('url', event.currentTarget.value)}
        />
        <button ref={runButton} type="submit" class="primary" aria-disabled={isRunning}>
          Run {operationNames[operation.name]}
        </button>
        <button type="button" onClick={cancel} hidden={!isRunning}>
          Cancel
        </button>
      </div>
      <FieldNote id={`${id}-note`} problem={problem} hint="A public http or https URL." />
    </div>
  )
}
