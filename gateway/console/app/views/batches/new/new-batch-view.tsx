import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { ApiError } from '../../../api/api-error.ts'
import { type CallOptions, callJson } from '../../../api/client.ts'
import type { Values } from '../../../api/inspection-request.ts'
import { loadOpenApi, type OpenApi } from '../../../api/openapi.ts'
import { hrefOf } from '../../../state/address.ts'
import { asApiError, useResource } from '../../../state/resource.ts'
import { navigate } from '../../../state/route.ts'
import { Section, Tabs } from '../../../ui/facts.tsx'
import { OperationOptions } from '../../../ui/form/operation-options.tsx'
import { useFocusOnWrongField } from '../../../ui/form/use-focus-on-wrong-field.tsx'
import { formatMs } from '../../../ui/format.ts'
import { Loaded } from '../../../ui/loaded.tsx'
import { ErrorNotice, useSecondsSince } from '../../../ui/notice.tsx'
import { operationNames } from '../../../ui/operation-names.ts'
import type { Batch } from '../batch.ts'
import {
  type BatchForm,
  type BatchKind,
  batchKinds,
  batchOperation,
  emptyForm,
  type Problems,
  requestOf,
} from './batch-request.ts'
import { problemsOf } from './field-problems.ts'
import { OperationChoice } from './operation-choice.tsx'
import { SourceFields } from './source-fields.tsx'

const kindTexts: Readonly<Record<BatchKind, string>> = {
  urls: 'URLs',
  file: 'File',
  sitemap: 'Sitemap',
  crawl: 'Crawl',
}

/** A new batch. Address: `#/batches/new?kind=urls|file|sitemap|crawl&operation=…`. */
export function NewBatchView({ parameters }: { parameters: URLSearchParams }) {
  const kind = batchKinds.find((one) => one === parameters.get('kind')) ?? 'urls'
  const asked = parameters.get('operation') ?? ''
  const operation = Object.hasOwn(operationNames, asked) ? asked : 'metadata'
  const document = useResource(loadOpenApi, { key: 'openapi' })
  return (
    <>
      <h1>New batch</h1>
      <Tabs label="Source of the pages" tabs={kindTabs(operation)} current={kind} />
      <Loaded resource={document} lines={16}>
        {(openApi) => <NewBatchForm openApi={openApi} kind={kind} operation={operation} />}
      </Loaded>
    </>
  )
}

function kindTabs(operation: string) {
  return batchKinds.map(
    (kind) => [kind, kindTexts[kind], hrefOf(['batches', 'new'], { kind, operation })] as const,
  )
}

interface NewBatchFormProps {
  readonly openApi: OpenApi
  readonly kind: BatchKind
  readonly operation: string
}

function NewBatchForm(props: NewBatchFormProps) {
  const { form, problems, change, changeValue, setProblems } = useForm(props)
  const { submit, cancel, error, startedAt } = useSubmission(form, setProblems)
  useFocusOnWrongField(problems)
  return (
    <form class="stack" noValidate onSubmit={submit}>
      <Section title={`Pages: ${kindTexts[form.kind]}`}>
        <SourceFields form={form} problems={problems} change={change} />
      </Section>
      <Section title="What is done with each page">
        <OperationChoice current={props.operation} />
        <OperationOptions
          fields={form.operation.fields}
          values={form.values}
          problems={problems}
          change={changeValue}
        />
      </Section>
      {error !== null && <ErrorNotice error={error} />}
      <div class="row batch-start">
        <button type="submit" class="primary" aria-disabled={startedAt !== null}>
          Start
        </button>
        {startedAt !== null && <Sending startedAt={startedAt} cancel={cancel} />}
      </div>
    </form>
  )
}

/** What is typed. Each operation keeps its own parameters while a person tries others. */
function useForm({ openApi, kind, operation }: NewBatchFormProps) {
  const [typed, setTyped] = useState(emptyForm)
  const [valuesBy, setValuesBy] = useState<Readonly<Record<string, Values>>>({})
  const [problems, setProblems] = useState<Problems>({})
  const described = useMemo(() => batchOperation(openApi, operation), [openApi, operation])
  const values = valuesBy[operation] ?? {}
  const form: BatchForm = { ...typed, kind, operation: described, values }
  const change = (changes: Partial<BatchForm>) => {
    setTyped({ ...typed, ...changes })
    setProblems({})
  }
  const changeValue = (name: string, value: string) => {
    setValuesBy({ ...valuesBy, [operation]: { ...values, [name]: value } })
    setProblems({})
  }
  return { form, problems, change, changeValue, setProblems }
}

/** The submission of the form. `startedAt` is when it began, in milliseconds; null = none is on its way. */
function useSubmission(form: BatchForm, setProblems: (problems: Problems) => void) {
  const [error, setError] = useState<ApiError | null>(null)
  const [startedAt, setStartedAt] = useState<number | null>(null)
  const ending = useRef<AbortController | null>(null)
  const cancel = () => ending.current?.abort()
  useEffect(() => cancel, [])
  const fail = (failure: ApiError) => {
    setError(failure)
    if (failure.code === 'VALIDATION_ERROR') setProblems(problemsOf(failure.message, form.kind))
  }
  const send = (call: CallOptions) => {
    ending.current = new AbortController()
    const { signal } = ending.current
    setStartedAt(Date.now())
    callJson<Batch>('batches', { method: 'POST', ...call, signal })
      .then(({ id }) => navigate(hrefOf(['batches', id])))
      .catch((problem) => signal.aborted || fail(asApiError(problem)))
      .finally(() => setStartedAt(null))
  }
  const submit = (event: Event) => {
    event.preventDefault()
    if (startedAt !== null) return
    const request = requestOf(form)
    setError(null)
    setProblems('problems' in request ? request.problems : {})
    if ('call' in request) send(request.call)
  }
  return { submit, cancel, error, startedAt }
}

function Sending({ startedAt, cancel }: { startedAt: number; cancel(): void }) {
  const seconds = useSecondsSince(startedAt)
  return (
    <>
      <span role="status">The batch is sent and stored: {formatMs(seconds * 1000)}</span>
      <button type="button" onClick={cancel}>
        Cancel
      </button>
    </>
  )
}
