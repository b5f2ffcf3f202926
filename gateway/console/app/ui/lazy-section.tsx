import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'

export interface LazySectionProps {
  readonly title: string
  /** Whether it is open at first. */
  readonly isOpen?: boolean
  children(): ComponentChildren
}

/** A part of a view that is closed at first and made when it is opened, for what is large or has to be loaded. */
export function LazySection({ title, isOpen: isOpenAtFirst = false, children }: LazySectionProps) {
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  return (
    <section class="panel">
      <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>
          <h2>{title}</h2>
        </summary>
        {isOpen && children()}
      </details>
    </section>
  )
}
