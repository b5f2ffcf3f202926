import type { ComponentChildren } from 'preact'

/** Names and values, side by side. Those without a value are named in one line below. */
export function Facts({ items }: { items: readonly (readonly [name: string, value: ComponentChildren])[] }) {
  const isEmpty = (value: ComponentChildren) => value === null || value === undefined || value === ''
  const present = items.filter(([, value]) => !isEmpty(value))
  const absent = items.filter(([, value]) => isEmpty(value)).map(([name]) => name)
  return (
    <>
      {present.length > 0 && (
        <dl class="facts">
          {present.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {absent.length > 0 && <p class="small">Not present: {absent.join(', ')}</p>}
    </>
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
