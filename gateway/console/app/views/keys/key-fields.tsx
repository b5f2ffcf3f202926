import { useId } from 'preact/hooks'
import { Field, FieldNote } from '../../ui/form/field.tsx'
import { type KeyDraft, type Problems, plans, scopes, switches, withScope } from './key-draft.ts'
import { limitName } from './usage-lines.ts'

interface FieldsProps {
  readonly draft: KeyDraft
  readonly problems: Problems
  /** The names of daily limits. */
  readonly limits: readonly string[]
  change(draft: KeyDraft): void
}

/** All fields of a new key. */
export function KeyFields(props: FieldsProps) {
  const { draft, problems, change } = props
  return (
    <>
      <div class="fields">
        <TextField
          name="label"
          label="Label"
          hint="What the key is for."
          value={draft.label}
          problem={problems.label}
          change={(label) => change({ ...draft, label })}
        />
        <PlanField {...props} />
        <TextField
          name="owner"
          label="Owner"
          hint="Keys with the same owner share batches and history. Empty: the key itself."
          value={draft.owner}
          problem={problems.owner}
          change={(owner) => change({ ...draft, owner })}
        />
        <TextField
          name="metadata_ttl_seconds"
          label="Metadata TTL in seconds"
          hint="The oldest cached metadata that the key accepts. Empty: any age."
          isNumber
          value={draft.metadataTtl}
          problem={problems.metadata_ttl_seconds}
          change={(metadataTtl) => change({ ...draft, metadataTtl })}
        />
      </div>
      <ScopeFields {...props} />
      <LimitFields {...props} />
    </>
  )
}

function PlanField({ draft, problems, change }: FieldsProps) {
  return (
    <Field label="Plan" name="plan" problem={problems.plan} hint="Sets the limits a day.">
      {(control) => (
        <select
          {...control}
          value={draft.plan}
          onChange={(event) => change({ ...draft, plan: event.currentTarget.value })}
        >
          {plans.map((plan) => (
            <option key={plan} value={plan}>
              {plan}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

function ScopeFields({ draft, problems, change }: FieldsProps) {
  const id = useId()
  const problem = problems.scopes
  const named = scopes.map((scope) => ({
    scope,
    name: 'scopes',
    isOn: draft.scopes.includes(scope),
    set: (isOn: boolean) => change(withScope(draft, scope, isOn)),
  }))
  const switched = Object.entries(switches).map(([scope, field]) => ({
    scope,
    name: scope,
    isOn: draft[field],
    set: (isOn: boolean) => change({ ...draft, [field]: isOn }),
  }))
  return (
    <fieldset class="field" aria-describedby={`${id}-note`}>
      <legend>Scopes</legend>
      <div class="choices">
        {[...named, ...switched].map(({ scope, name, isOn, set }) => (
          <label key={scope} class="check">
            <input
              type="checkbox"
              name={name}
              value={scope}
              checked={isOn}
              aria-invalid={problem !== undefined && name === 'scopes'}
              onChange={(event) => set(event.currentTarget.checked)}
            />
            {scope}
          </label>
        ))}
      </div>
      <FieldNote
        id={`${id}-note`}
        problem={problem}
        hint="batch: crawls, lists and events. admin: lists, creates and revokes keys. unthrottled: batches may ask more of your own sites than this service does by itself."
      />
    </fieldset>
  )
}

function LimitFields({ draft, problems, limits, change }: FieldsProps) {
  return (
    <fieldset class="field">
      <legend>Limits a day (empty: the plan's)</legend>
      <div class="fields">
        {limits.map((name) => (
          <TextField
            key={name}
            name={`limits.${name}`}
            label={limitName(name)}
            isNumber
            value={draft.limits[name] ?? ''}
            problem={problems[`limits.${name}`]}
            change={(text) => change({ ...draft, limits: { ...draft.limits, [name]: text } })}
          />
        ))}
      </div>
    </fieldset>
  )
}

interface TextFieldProps {
  readonly name: string
  readonly label: string
  readonly hint?: string
  readonly isNumber?: boolean
  readonly value: string
  readonly problem: string | undefined
  change(value: string): void
}

function TextField({ name, label, hint = '', isNumber = false, value, problem, change }: TextFieldProps) {
  return (
    <Field label={label} name={name} hint={hint} problem={problem}>
      {(control) => (
        <input
          {...control}
          type="text"
          inputMode={isNumber ? 'numeric' : 'text'}
          autocomplete="off"
          spellcheck={false}
          value={value}
          onInput={(event) => change(event.currentTarget.value)}
        />
      )}
    </Field>
  )
}
