import type { ComponentChildren } from 'preact'
import { navigate } from '../state/route.ts'

export interface InPlaceLinkProps {
  readonly href: string
  readonly class?: string
  readonly isCurrent?: boolean
  /** Moves the reader to what the link shows, once it is there. */
  show(): void
  readonly children: ComponentChildren
}

/** A link that changes what is shown within a view, without an entry in the browser's history. */
export function InPlaceLink({ href, class: className, isCurrent = false, show, children }: InPlaceLinkProps) {
  const open = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    navigate(href, { replace: true })
    requestAnimationFrame(show)
  }
  return (
    <a class={className} href={href} aria-current={isCurrent ? 'true' : undefined} onClick={open}>
      {children}
    </a>
  )
}
