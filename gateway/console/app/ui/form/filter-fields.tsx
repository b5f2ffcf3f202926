import { useEffect, useState } from 'preact/hooks'
import { setParameters } from '../../state/route.ts'
import { isolatedText } from '../page/control-marks.ts'
import { Field } from './field.tsx'

export interface FilterProps {
  readonly label: string
  /** The parameter of the address that keeps the filter. */
  readonly name: string
  /** Empty = all. */
  readonly value: string
  readonly problem?: string | undefined
  readonly hint?: string
  /** Sets another value; default: in the address. */
  change?(value: string): void
}

export interface ChoiceProps extends FilterProps {
  readonly choices: readonly (readonly [value: string, text: string])[]
  /** The text of the entry that chooses none. */
  readonly all?: string
}

/** A choice that stands in the address; the first entry is all. A value that is none of the choices is shown, too. */
export function Choice({ label, name, value, problem, hint, choices, all = 'All', change }: ChoiceProps) {
  const isKnown = value === '' || choices.some(([known]) => known === value)
  const set = change ?? setterOf(name)
  return (
    <Field label={label} name={name} problem={problem} hint={hint}>
      {(control) => (
        <select {...control} value={value} onChange={({ currentTarget }) => set(currentTarget.value)}>
          <option value="">{all}</option>
          {choices.map(([known, text]) => (
            <option key={known} value={known}>
              {text}
            </option>
          ))}
          {!isKnown && <option value={value}>{isolatedText(value)}</option>}
        </select>
      )}
    </Field>
  )
}

export interface TextFilterProps extends FilterProps {
  readonly placeholder?: string
  /** Milliseconds after the last key until it filters, so that a long list is not filtered at each key. */
  readonly delayMs?: number
}

/** A text that stands in the address and that entries have to have. */
export function TextFilter({ label, name, value, problem, hint, placeholder, ...rest }: TextFilterProps) {
  const { delayMs = 200, change = setterOf(name) } = rest
  const [text, setText] = useState(value)
  const set = (typed: string) => typed !== value && change(typed)
  useEffect(() => setText(value), [value])
  useEffect(() => {
    const timer = setTimeout(() => set(text), delayMs)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <Field label={label} name={name} problem={problem} hint={hint}>
      {(control) => (
        <input
          {...control}
          type="search"
          autocomplete="off"
          spellcheck={false}
          value={text}
          placeholder={placeholder}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
          onChange={() => set(text)}
        />
      )}
    </Field>
  )
}

function setterOf(name: string) {
  return (value: string) => setParameters({ [name]: value })
}
