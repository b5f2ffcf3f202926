import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { ParameterFields, type ParameterFieldsProps } from './parameter-fields.tsx'

export interface OperationOptionsProps extends ParameterFieldsProps {
  readonly class?: string
  /** What stands before the parameters. */
  readonly children?: ComponentChildren
}

/** The parameters of an operation: open where there is room, or where one is wrong; a person on a phone opens them. */
export function OperationOptions({ class: className, children, ...props }: OperationOptionsProps) {
  const [isOpen] = useState(() => matchMedia('(min-width: 48rem)').matches)
  const hasProblem = props.fields.some(({ name }) => props.problems[name] !== undefined)
  return (
    <details class={className} open={isOpen || hasProblem}>
      <summary>Options</summary>
      <div class="stack">
        {children}
        <ParameterFields {...props} />
      </div>
    </details>
  )
}
