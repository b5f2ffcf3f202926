import { crawlScopes } from '#shared/ports/batches.ts'
import { Field, type FieldControl } from '../../../ui/form/field.tsx'
import type { Problems } from '../../batches/new/batch-request.ts'
import { scopeTexts } from '../../batches/new/crawl-fields.tsx'
import type { CrawlForm } from './crawl-request.ts'

export interface CrawlFieldsProps {
  readonly form: CrawlForm
  readonly problems: Problems
  change(changes: Partial<CrawlForm>): void
}

interface TextFieldProps extends CrawlFieldsProps {
  readonly name: keyof CrawlForm
  readonly label: string
  readonly note: string
  readonly placeholder?: string | undefined
  readonly kind?: 'text' | 'number' | 'lines'
}

/** A field of a new crawl, in one line or as an entry a line. */
export function CrawlField({ form, problems, change, ...field }: TextFieldProps) {
  const { name, label, note } = field
  return (
    <Field label={label} name={name} problem={problems[name]} hint={note}>
      {(control) => (
        <Control
          control={control}
          field={field}
          value={form[name]}
          set={(text) => change({ [name]: text })}
        />
      )}
    </Field>
  )
}

interface ControlProps {
  readonly control: FieldControl
  readonly field: Pick<TextFieldProps, 'placeholder' | 'kind'>
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
export function ScopeField({ form, problems, change }: CrawlFieldsProps) {
  return (
    <Field label="Links are followed to" name="scope" problem={problems.scope}>
      {(control) => (
        <select
          {...control}
          value={form.scope}
          onChange={({ currentTarget }) => change({ scope: currentTarget.value })}
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
