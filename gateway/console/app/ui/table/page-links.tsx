import type { ComponentChildren } from 'preact'

export interface PageLinksProps {
  /** What the links lead through, for those who hear it. */
  readonly label: string
  /** Links to earlier pages, then those to later ones; null = there is none. */
  readonly before: readonly (readonly [text: string, href: string | null])[]
  readonly after: readonly (readonly [text: string, href: string | null])[]
  /** Which page is shown. */
  readonly children?: ComponentChildren
}

/** Links to the other pages of a list. */
export function PageLinks({ label, before, after, children }: PageLinksProps) {
  return (
    <nav class="row" aria-label={label}>
      <Links links={before} />
      {children && <span class="small">{children}</span>}
      <Links links={after} />
    </nav>
  )
}

function Links({ links }: { links: PageLinksProps['before'] }) {
  return (
    <>
      {links.map(
        ([text, href]) =>
          href !== null && (
            <a key={text} class="button" href={href}>
              {text}
            </a>
          ),
      )}
    </>
  )
}
