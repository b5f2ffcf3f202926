import { useMemo, useState } from 'preact/hooks'
import { ApiError } from '../../../api/api-error.ts'
import { callJson } from '../../../api/client.ts'
import type { Values } from '../../../api/inspection-request.ts'
import { loadOpenApi, type OpenApi } from '../../../api/openapi.ts'
import { useResource } from '../../../state/resource.ts'
import { Section } from '../../../ui/facts.tsx'
import { useFocusOnWrongField } from '../../../ui/form/use-focus-on-wrong-field.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { ErrorNotice, Remark } from '../../../ui/notice.tsx'
import { operationNames } from '../../../ui/operation-names.ts'
import { pathOf } from '../../batches/calls.tsx'
import { batchOperation, type Problems } from '../../batches/new/batch-request.ts'
import { CrawlField } from '../../batches/new/crawl-fields.tsx'
import { CrawlOptions } from './crawl-options.tsx'
import { type CrawlForm, startForm } from './crawl-request.ts'
import { crawlDefaults } from './defaults.ts'
import { type EarlierCrawl, earlierCrawl, type RequestedBatch } from './earlier-crawl.ts'
import { estimateText, numberIn } from './estimate.ts'
import { useStart } from './use-start.tsx'

const OPERATION = 'seo-audit'

interface FormProps {
  readonly openApi: OpenApi
  /** The crawl whose settings are taken; null = none, or it is gone. */
  readonly earlier: EarlierCrawl | null
  readonly parameters: URLSearchParams
}

/** A new crawl. Address: `#/sites/new?url=&again=<batch>&operation=`; `again` names a crawl whose settings are taken. */
export function NewCrawlView({ parameters }: { parameters: URLSearchParams }) {
  const again = parameters.get('again') ?? ''
  const start = useResource((signal) => Promise.all([loadOpenApi(), loadEarlier(again, signal)]), {
    key: again,
  })
  return (
    <>
      <h1>New crawl</h1>
      <Loaded resource={start} lines={12}>
        {([openApi, earlier]) => (
          <NewCrawlForm key={again} openApi={openApi} earlier={earlier} parameters={parameters} />
        )}
      </Loaded>
    </>
  )
}

/** The settings of a crawl; null = no crawl is named, or the service has it no longer. */
async function loadEarlier(again: string, signal: AbortSignal): Promise<EarlierCrawl | null> {
  if (again === '') return null
  try {
    return earlierCrawl(await callJson<RequestedBatch>(pathOf(again), { signal }))
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}

function NewCrawlForm(props: FormProps) {
  const { form, operation, values, problems, change, changeValue, setProblems } = useForm(props)
  const { submit, error, isBusy } = useStart(form, { operation, values }, setProblems)
  const defaults = crawlDefaults(props.openApi)
  const fields = { form, problems, change }
  const isGone = props.earlier === null && Boolean(props.parameters.get('again'))
  useFocusOnWrongField(problems)
  return (
    <form class="stack" noValidate onSubmit={submit}>
      {isGone && (
        <Remark>
          <span>
            The earlier crawl is no longer there, and its settings with it. For figures that can be compared,
            use the same limits and options.
          </span>
        </Remark>
      )}
      <Section title="Where and how far">
        <CrawlField
          {...fields}
          name="url"
          label="URL"
          placeholder="https://example.com/"
          note="The crawl starts here and follows the links of each page."
        />
        <div class="fields">
          <CrawlField
            {...fields}
            name="max_pages"
            label="Max. pages"
            kind="number"
            placeholder={`${defaults.pages}`}
            note={`Empty: ${defaults.pages.toLocaleString('en')}.`}
          />
          <CrawlField
            {...fields}
            name="max_depth"
            label="Max. depth"
            kind="number"
            note="Clicks from the URL. Empty: any."
          />
          <CrawlField
            {...fields}
            name="delay_ms"
            label="Delay between requests"
            kind="number"
            placeholder={`${defaults.delayMs}`}
            note={`Milliseconds. Empty: ${defaults.delayMs.toLocaleString('en')}.`}
          />
        </div>
        <Estimate form={form} openApi={props.openApi} />
        <CrawlOptions {...fields} operation={operation} values={values} changeValue={changeValue} />
      </Section>
      {error !== null && <ErrorNotice error={error} />}
      <div class="row batch-start">
        <button type="submit" class="primary" aria-disabled={isBusy}>
          Start
        </button>
        {isBusy && <span role="status">The crawl is being started</span>}
      </div>
    </form>
  )
}

/** How long it takes at most, as far as the fields have numbers. */
function Estimate({ form, openApi }: { form: CrawlForm; openApi: OpenApi }) {
  const defaults = crawlDefaults(openApi)
  const pages = numberIn(form.max_pages, defaults.pages)
  const delayMs = numberIn(form.delay_ms, defaults.delayMs)
  const isKnown = pages !== null && delayMs !== null
  return (
    <p class="estimate" role="status">
      {isKnown ? (
        <>
          <strong>{estimateText({ pages, delayMs, minutes: numberIn(form.max_minutes, null) })}</strong>{' '}
          <span class="muted">Most sites have fewer pages; a site that responds slowly takes longer.</span>
        </>
      ) : (
        <span class="muted">Enter whole numbers to see how long it takes.</span>
      )}
    </p>
  )
}

/** What is typed, at first as an earlier crawl or the address has it. */
function useForm({ openApi, earlier, parameters }: FormProps) {
  const [form, setForm] = useState(() => startForm(parameters, earlier?.form ?? null))
  const [values, setValues] = useState<Values>(earlier?.values ?? {})
  const [problems, setProblems] = useState<Problems>({})
  const asked = parameters.get('operation') ?? earlier?.operation ?? ''
  const name = Object.hasOwn(operationNames, asked) ? asked : OPERATION
  const operation = useMemo(() => batchOperation(openApi, name), [openApi, name])
  const change = (changes: Partial<CrawlForm>) => {
    setForm({ ...form, ...changes })
    setProblems({})
  }
  const changeValue = (field: string, value: string) => {
    setValues({ ...values, [field]: value })
    setProblems({})
  }
  return { form, operation, values, problems, change, changeValue, setProblems }
}
