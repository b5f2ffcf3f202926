import { crawlScopes } from '#shared/ports/batches.ts'
import { Field } from '../../../ui/form/field.tsx'
import type { CrawlFields } from './batch-request.ts'
import type { FormProps } from './form-props.ts'

/** The scopes of a crawl in words. */
export const scopeTexts: Readonly<Record<string, string>> = {
  host: 'host: the host of a start page',
  domain: 'domain: its domain with all hosts',
  prefix: 'prefix: its folder only',
}

/** How patterns of URLs are written. */
export const patternNote =
  'One pattern a line; * matches any characters. One that begins with / is for the path.'

interface TextField {
  readonly name: Exclude<keyof CrawlFields, 'scope'>
  readonly label: string
  readonly note: string
  readonly placeholder?: string
}

const seeds: TextField = {
  name: 'seeds',
  label: 'Start pages',
  note: 'One URL per line. The crawl follows the links of these pages, and of the pages that it finds.',
  placeholder: 'https://example.com/',
}

const limits: readonly TextField[] = [
  { name: 'max_pages', label: 'Max. pages', note: 'Empty: 10,000.', placeholder: '10000' },
  { name: 'max_depth', label: 'Max. depth', note: 'Empty: any number.' },
  { name: 'max_minutes', label: 'Max. minutes', note: 'Empty: no limit.' },
]

const patterns: readonly TextField[] = [
  { name: 'include', label: 'Include URLs', note: patternNote, placeholder: '/blog/*' },
  { name: 'exclude', label: 'Exclude URLs', note: patternNote, placeholder: '/search?*' },
]

/** The fields of a crawl. */
export function CrawlFieldset(props: FormProps) {
  return (
    <div class="stack">
      <ListField {...props} field={seeds} />
      <div class="fields">
        {limits.map((field) => (
          <NumberField key={field.name} {...props} field={field} />
        ))}
        <ScopeField {...props} />
      </div>
      <div class="columns">
        {patterns.map((field) => (
          <ListField key={field.name} {...props} field={field} />
        ))}
      </div>
    </div>
  )
}

type CrawlFieldProps = FormProps & { readonly field: TextField }

function ListField({ form, problems, change, field: { name, label, note, placeholder } }: CrawlFieldProps) {
  return (
    <Field label={label} name={name} problem={problems[name]} hint={note}>
      {(control) => (
        <textarea
          {...control}
          class="short"
          spellcheck={false}
          value={form.crawl[name]}
          placeholder={placeholder}
          onInput={({ currentTarget }) => change({ crawl: { ...form.crawl, [name]: currentTarget.value } })}
        />
      )}
    </Field>
  )
}

function NumberField({ form, problems, change, field: { name, label, note, placeholder } }: CrawlFieldProps) {
  return (
    <Field label={label} name={name} problem={problems[name]} hint={note}>
      {(control) => (
        <input
          {...control}
          type="text"
          inputMode="numeric"
          autocomplete="off"
          value={form.crawl[name]}
          placeholder={placeholder}
          onInput={({ currentTarget }) => change({ crawl: { ...form.crawl, [name]: currentTarget.value } })}
        />
      )}
    </Field>
  )
}

function ScopeField({ form, problems, change }: FormProps) {
  return (
    <Field label="Links are followed to" name="scope" problem={problems.scope}>
      {(control) => (
        <select
          {...control}
          value={form.crawl.scope}
          onChange={({ currentTarget }) => change({ crawl: { ...form.crawl, scope: currentTarget.value } })}
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
