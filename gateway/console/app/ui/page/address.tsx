import type { ComponentChildren } from 'preact'
import { safeHref } from '../format.ts'
import { withVisibleMarks } from './control-marks.ts'

/** An address or a host that a page or a client named, as text: isolated from the text around it. */
export function Address({ text }: { text: string }) {
  return <bdi class="address">{withVisibleMarks(text)}</bdi>
}

/** A link within the console whose text is an address that a page or a client named. */
export function AddressLink({ text, href }: { text: string; href: string }) {
  return (
    <a href={href}>
      <Address text={text} />
    </a>
  )
}

/** An address that a page or a client named: a link if it is http or https, else only its text. `children` replace the text. */
export function OutsideLink({ url, children }: { url: string; children?: ComponentChildren }) {
  const href = safeHref(url)
  const shown = children ?? <Address text={url} />
  if (href === undefined) return <>{shown}</>
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {shown}
    </a>
  )
}
