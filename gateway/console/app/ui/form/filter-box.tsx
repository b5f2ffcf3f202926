import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'

export interface FilterBoxProps {
  readonly title: string
  /** Filters that are set. */
  readonly set: number
  /** Whether what is set has to be seen; default: when anything is set. */
  readonly isShown?: boolean
  readonly children: ComponentChildren
}

/** Filters, closed until asked for. Those that an address sets are seen at once; it never closes by itself. */
export function FilterBox({ title, set, isShown = set > 0, children }: FilterBoxProps) {
  const box = useRef<HTMLDetailsElement>(null)
  useLayoutEffect(() => {
    if (isShown && box.current !== null) box.current.open = true
  }, [isShown])
  return (
    <details class="filters" ref={box}>
      <summary>
        {title}
        {set > 0 && ` (${set} set)`}
      </summary>
      {children}
    </details>
  )
}
