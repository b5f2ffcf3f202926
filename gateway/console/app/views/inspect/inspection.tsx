import { useCallback, useEffect, useMemo, useState } from 'preact/hooks'
import { completeUrl, type Values } from '../../api/inspection-request.ts'
import { navigate } from '../../state/route.ts'
import { useFocusOnWrongField } from '../../ui/form/use-focus-on-wrong-field.tsx'
import { operationNames } from '../../ui/operation-names.ts'
import { CommonFields } from './form/common-fields.tsx'
import { OneCheckLinks, Options } from './form/options.tsx'
import { UrlRow } from './form/url-row.tsx'
import { Outcome } from './outcome/outcome.tsx'
import { problemsOf } from './run/failure-groups.ts'
import { addressOf, type Call, callsOf, formValues, type Plan, placeOfAll } from './run/plan.ts'
import { useRuns } from './run/use-runs.ts'

interface InspectionProps {
  readonly plan: Plan
  readonly parameters: URLSearchParams
  /** Names the host whose checks are shown; null = none. */
  showHost(host: string | null): void
}

/** The form, its checks and their results. What is entered stands in the address, beside what is shown of the result. */
export function Inspection({ plan, parameters, showHost }: InspectionProps) {
  const { single } = plan
  const form = useInspectionForm(plan, parameters)
  const { values, runs, problems, isFresh, change } = form
  const { states } = runs
  const pending = Object.keys(states).filter((name) => states[name]?.kind === 'running')
  const isIdle = Object.keys(states).length === 0
  const host = isIdle ? null : hostOf(form.calls)
  useEffect(() => showHost(host), [host])
  useFocusOnWrongField(problems)
  const submit = (event: Event) => {
    event.preventDefault()
    // A form within the results has its own.
    if (event.target === event.currentTarget && pending.length === 0) form.start()
  }
  const options = { plan, values, problems, isFresh, change, setFresh: form.setFresh }
  return (
    <>
      {single !== null && <OneCheckLinks values={values} current={single.name} />}
      <form class="stack" noValidate onSubmit={submit}>
        <div class="panel">
          <UrlRow
            url={values.url ?? ''}
            problem={problems.url}
            what={single === null ? '' : (operationNames[single.name] ?? '')}
            isRunning={pending.length > 0}
            change={form.changeUrl}
            cancel={runs.cancel}
          />
          {single === null && <CommonFields values={values} change={change} />}
        </div>
        <div class={single === null ? 'bench' : 'bench wide-options'}>
          <Options {...options} />
          <Outcome
            calls={isIdle ? callsOf(plan, values) : form.calls}
            states={states}
            pending={pending}
            isFresh={isFresh}
            retry={runs.retry}
          />
        </div>
      </form>
    </>
  )
}

/** What is entered, and the checks of the address: the form follows the address, and the address what is run. */
function useInspectionForm(plan: Plan, parameters: URLSearchParams) {
  const addressed = formValues(plan, { parameters })
  const calls = callsOf(plan, addressed)
  const [values, setValues] = useState<Values>(addressed)
  const [isFresh, setFresh] = useState(false)
  const runs = useRuns(calls)
  useEffect(() => setValues(addressed), [placeOfAll(calls)])
  const problems = useMemo(() => problemsOf(runs.states), [runs.states])
  const change = useCallback(
    (name: string, value: string) => setValues((before) => ({ ...before, [name]: value })),
    [],
  )
  const changeUrl = useCallback((url: string) => change('url', url), [change])
  const start = () => {
    const complete = { ...values, url: completeUrl(values.url ?? '') }
    setValues(complete)
    runs.start(callsOf(plan, complete), isFresh)
    navigate(addressOf(plan, complete, parameters))
  }
  return { calls, values, runs, problems, isFresh, setFresh, change, changeUrl, start }
}

function hostOf([call]: readonly Call[]): string | null {
  return URL.parse(call?.values.url ?? '')?.host || null
}
