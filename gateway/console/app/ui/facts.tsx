import type { ComponentChildren } from 'preact'

/** Names and values, side by side. Values that are null stand as a dash. */
export function Facts({ items }: { items: readonly (readonly [name: string, value: ComponentChildren])[] }) {
  return (
    <dl class="facts">
      {items.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {value === null || value === undefined || value === '' ? <span class="muted">–</span> : value}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** A part of a view with a heading of its own. */
export function Section({
  title,
  aside,
  children,
}: {
  title: string
  aside?: ComponentChildren
  children: ComponentChildren
}) {
  return (
    <section class="panel">
      <header>
        <h2>{title}</h2>
        {aside}
      </header>
      {children}
    </section>
  )
}

/** Links to the parts of a view, of which one is shown. */
export function Tabs({
  label,
  tabs,
  current,
}: {
  label: string
  tabs: readonly (readonly [id: string, text: string, href: string])[]
  current: string
}) {
  return (
    <nav class="tabs" aria-label={label}>
      {tabs.map(([id, text, href]) => (
        <a key={id} href={href} aria-current={id === current ? 'page' : undefined}>
          {text}
        </a>
      ))}
    </nav>
  )
}
