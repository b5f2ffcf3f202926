import { crawlScopes } from '#shared/ports/batch-words.ts'
import { Field, type FieldControl } from '../../../ui/form/field.tsx'
import type { CrawlFields, Problems } from './batch-request.ts'
import type { FormProps } from './form-props.ts'

/** The scopes of a crawl in words. */
const scopeTexts: Readonly<Record<string, string>> = {
  host: 'host: the host of a start page',
  domain: 'domain: its domain with all hosts',
  prefix: 'prefix: its folder only',
}

/** How patterns of URLs are written. */
export const patternNote =
  'One pattern a line; * matches any characters. One that begins with / is for the path.'

/** What each field of a crawl gets. */
export interface CrawlFieldsProps<Form extends CrawlFields = CrawlFields> {
  readonly form: Form
  readonly problems: Problems
  change(changes: Partial<Form>): void
}

interface TextField {
  readonly label: string
  readonly note: string
  readonly placeholder?: string | undefined
  readonly kind?: 'text' | 'number' | 'lines'
}

/** The fields of a crawl. */
export function CrawlFieldset({ form: { crawl }, problems, change }: FormProps) {
  const props: CrawlFieldsProps = {
    ...{ form: crawl, problems },
    change: (changes) => change({ crawl: { ...crawl, ...changes } }),
  }
  return (
    <div class="stack">
      <CrawlField
        {...props}
        name="seeds"
        label="Start pages"
        kind="lines"
        note="One URL per line. The crawl follows the links of these pages, and of the pages that it finds."
        placeholder="https://example.com/"
      />
      <div class="fields">
        <CrawlField
          {...props}
          name="max_pages"
          label="Max. pages"
          kind="number"
          note="Empty: 10,000."
          placeholder="10000"
        />
        <CrawlField {...props} name="max_depth" label="Max. depth" kind="number" note="Empty: any number." />
        <CrawlField
          {...props}
          name="max_minutes"
          label="Max. minutes"
          kind="number"
          note="Empty: no limit."
        />
        <ScopeField {...props} />
      </div>
      <div class="columns">
        <CrawlField
          {...props}
          name="include"
          label="Include URLs"
          kind="lines"
          note={patternNote}
          placeholder="/blog/*"
        />
        <CrawlField
          {...props}
          name="exclude"
          label="Exclude URLs"
          kind="lines"
          note={patternNote}
          placeholder="/search?*"
        />
      </div>
    </div>
  )
}

/** A field of a new crawl, in one line or as an entry a line. */
export function CrawlField<Form extends CrawlFields>({
  form,
  problems,
  change,
  name,
  ...field
}: CrawlFieldsProps<Form> & TextField & { readonly name: keyof Form & string }) {
  return (
    <Field label={field.label} name={name} problem={problems[name]} hint={field.note}>
      {(control) => (
        <Control
          control={control}
          field={field}
          value={form[name] as string}
          set={(text) => change({ [name]: text } as Partial<Form>)}
        />
      )}
    </Field>
  )
}

interface ControlProps {
  readonly control: FieldControl
  readonly field: Pick<TextField, 'placeholder' | 'kind'>
  readonly value: string
  set(text: string): void
}

function Control({ control, field: { placeholder, kind = 'text' }, value, set }: ControlProps) {
  const shared = { ...control, value, placeholder, spellcheck: false }
  if (kind === 'lines')
    return <textarea {...shared} class="short" onInput={({ currentTarget }) => set(currentTarget.value)} />
  return (
    <input
      {...shared}
      type="text"
      inputMode={kind === 'number' ? 'numeric' : 'url'}
      autocomplete="off"
      onInput={({ currentTarget }) => set(currentTarget.value)}
    />
  )
}

/** Which links the crawl follows. */
export function ScopeField<Form extends CrawlFields>({ form, problems, change }: CrawlFieldsProps<Form>) {
  return (
    <Field label="Links are followed to" name="scope" problem={problems.scope}>
      {(control) => (
        <select
          {...control}
          value={form.scope}
          onChange={({ currentTarget }) => change({ scope: currentTarget.value } as Partial<Form>)}
        >
          {crawlScopes.map((scope) => (
            <option key={scope} value={scope}>
              {scopeTexts[scope]}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
