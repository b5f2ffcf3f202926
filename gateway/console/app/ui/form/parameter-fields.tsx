import { useId } from 'preact/hooks'
import type { Values } from '../../api/inspection-request.ts'
import type { Field as Parameter } from '../../api/operation-fields.ts'
import { Field, type FieldControl, FieldNote } from './field.tsx'
import { parameterName } from './parameter-names.ts'

export interface ParameterFieldsProps {
  readonly fields: readonly Parameter[]
  readonly values: Values
  /** The message of each field that is wrong, by name. */
  readonly problems: Readonly<Record<string, string>>
  change(name: string, value: string): void
}

/** A control for each parameter, with the API's name and values. */
export function ParameterFields({ fields, values, problems, change }: ParameterFieldsProps) {
  return (
    <div class="fields">
      {fields.map((field) => (
        <ParameterField
          key={field.name}
          field={field}
          value={values[field.name] ?? field.fallback}
          problem={problems[field.name]}
          change={(value) => change(field.name, value)}
        />
      ))}
    </div>
  )
}

interface ControlProps {
  readonly field: Parameter
  readonly value: string
  readonly problem: string | undefined
  change(value: string): void
}

function ParameterField(props: ControlProps) {
  const { field, problem } = props
  if (field.kind === 'choices') return <Choices {...props} />
  if (field.kind === 'switch') return <Switch {...props} />
  return (
    <Field
      label={parameterName(field.name)}
      name={field.name}
      problem={problem}
      hint={<Hint field={field} />}
    >
      {(control) =>
        field.kind === 'choice' ? (
          <Select {...props} control={control} />
        ) : (
          <Input {...props} control={control} />
        )
      }
    </Field>
  )
}

interface NamedProps extends ControlProps {
  readonly control: FieldControl
}

function Select({ field, value, change, control }: NamedProps) {
  return (
    <select {...control} value={value} onChange={(event) => change(event.currentTarget.value)}>
      {field.fallback === '' && !field.isRequired && <option value="">not set</option>}
      {field.options.map((option) => (
        <option key={option} value={option}>
          {option}
        </option>
      ))}
    </select>
  )
}

/** A number is a text field too: what is no number reaches the service, which says what is wrong. */
function Input({ field, value, change, control }: NamedProps) {
  const list = `${control.id}-list`
  const isNumber = field.kind === 'number'
  return (
    <>
      <input
        {...control}
        type={isNumber ? 'number' : 'text'}
        value={value}
        min={field.minimum}
        max={field.maximum}
        step={isNumber ? field.step : undefined}
        maxLength={field.maxLength}
        placeholder={field.fallback === '' ? 'not set' : undefined}
        list={field.kind === 'suggestion' ? list : undefined}
        autocomplete="off"
        spellcheck={false}
        onInput={(event) => change(event.currentTarget.value)}
      />
      {field.kind === 'suggestion' && (
        <datalist id={list}>
          {field.options.map((option) => (
            <option key={option} value={option} />
          ))}
        </datalist>
      )}
    </>
  )
}

function Switch({ field, value, problem, change }: ControlProps) {
  const id = useId()
  return (
    <div class="field">
      <label class="check" for={id}>
        <input
          id={id}
          type="checkbox"
          name={field.name}
          value="true"
          checked={value === 'true'}
          aria-describedby={`${id}-note`}
          aria-invalid={problem !== undefined}
          onChange={(event) => change(String(event.currentTarget.checked))}
        />
        {parameterName(field.name)}
      </label>
      <FieldNote id={`${id}-note`} problem={problem} hint={<Hint field={field} />} />
    </div>
  )
}

/** Several of the options, as a comma list. None chosen is the default. */
function Choices({ field, value, problem, change }: ControlProps) {
  const id = useId()
  const chosen = new Set((value || field.fallback).split(',').filter(Boolean))
  const toggle = (option: string, isOn: boolean) => {
    const kept = field.options.filter((one) =>
      one === option ? isOn : chosen.has(one) && one !== field.fallback,
    )
    change(isOn && option === field.fallback ? '' : kept.join(','))
  }
  return (
    <fieldset class="field wide" aria-describedby={`${id}-note`}>
      <legend>{parameterName(field.name)}</legend>
      <div class="choices">
        {field.options.map((option) => (
          <label class="check" key={option}>
            <input
              type="checkbox"
              name={field.name}
              value={option}
              checked={chosen.has(option)}
              aria-invalid={problem !== undefined}
              onChange={(event) => toggle(option, event.currentTarget.checked)}
            />
            {option}
          </label>
        ))}
      </div>
      <FieldNote id={`${id}-note`} problem={problem} hint={<Hint field={field} />} />
    </fieldset>
  )
}

/** The name of a parameter in the API, and what it does. */
function Hint({ field: { name, description } }: { field: Parameter }) {
  return (
    <>
      <code>{name}</code>. <Prose text={description} />
    </>
  )
}

/** A description of the API, whose names stand in backticks. */
function Prose({ text }: { text: string }) {
  return (
    <>
      {text.split('`').map((part, index) => (index % 2 === 0 ? part : <code key={`${index}`}>{part}</code>))}
    </>
  )
}
