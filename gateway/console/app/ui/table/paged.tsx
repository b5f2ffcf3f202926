import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { formatCount } from '../format.ts'

export interface PagedProps<Item> {
  readonly items: readonly Item[]
  /** Items that are shown at first, and with each further page. */
  readonly size: number
  /** Shows at least as many. */
  readonly atLeast?: number
  /** What the items are, for the button: `rules`. */
  readonly what: string
  readonly children: (shown: readonly Item[]) => ComponentChildren
}

/** The beginning of a long list, and a button for more of it. */
export function Paged<Item>({ items, size, atLeast = 0, what, children }: PagedProps<Item>) {
  const [asked, setAsked] = useState(size)
  const count = Math.max(asked, atLeast)
  return (
    <>
      {children(items.slice(0, count))}
      {items.length > count && (
        <p class="row">
          <button type="button" onClick={() => setAsked(count + size)}>
            Show more {what}
          </button>{' '}
          <span class="small">
            {formatCount(count)} of {formatCount(items.length)}
          </span>
        </p>
      )}
    </>
  )
}
