import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import { PageText } from '../page/page-text.tsx'

/** What a control of a field gets, so that its label, its hint and its problem are heard with it. */
export interface FieldControl {
  readonly id: string
  readonly name: string
  readonly 'aria-invalid': boolean
  readonly 'aria-describedby': string | undefined
}

export interface FieldProps {
  readonly label: string
  readonly name: string
  /** What is wrong with what was entered. */
  readonly problem?: string | undefined
  /** What to enter; it gives way to the problem. '' keeps the line of a problem free. */
  readonly hint?: ComponentChildren
  children(control: FieldControl): ComponentChildren
}

/** A control with its label above and its hint or problem below. */
export function Field({ label, name, problem, hint, children }: FieldProps) {
  const id = useId()
  const isNoted = hint !== undefined || problem !== undefined
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({
        id,
        name,
        'aria-invalid': problem !== undefined,
        'aria-describedby': isNoted ? `${id}-note` : undefined,
      })}
      {isNoted && <FieldNote id={`${id}-note`} problem={problem} hint={hint} />}
    </div>
  )
}

/** The line below a control or a group of them, whose height is kept. */
export function FieldNote({ id, problem, hint }: Pick<FieldProps, 'problem' | 'hint'> & { id: string }) {
  return (
    <p id={id} class={problem === undefined ? 'note small' : 'note small bad'}>
      {problem === undefined ? hint : <PageText text={problem} />}
    </p>
  )
}
