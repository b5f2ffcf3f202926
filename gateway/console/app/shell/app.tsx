import type { ComponentChildren, ComponentType } from 'preact'
import { useEffect } from 'preact/hooks'
import type { ViewProps } from '../state/address.ts'
import { apiKey, forgetKey, keyOffer } from '../state/api-key.ts'
import { usePart } from '../state/part.tsx'
import { route } from '../state/route.ts'
import { Loaded } from '../ui/loaded.tsx'
import { idOfKey } from '../views/keys/key-list.ts'
import { FirstVisit } from './first-visit.tsx'
import { KeyInUse } from './key-in-use.tsx'
import { KeyLimitsNote, TriedKeyNote } from './key-notes.tsx'
import { NoKeyNotice, OfferedKeyDialog } from './key-offer.tsx'
import { areas, views } from './views.tsx'

/** The whole page: the navigation, and the view of the address. */
export function App() {
  const { path } = route.value
  const name = path[0] ?? ''
  const view = views.get(name)
  return (
    <>
      <button type="button" class="skip" onClick={() => document.getElementById('main')?.focus()}>
        Skip to the content
      </button>
      <Top area={view?.area} />
      <main id="main" tabIndex={-1}>
        {keyOffer.value?.kind === 'nonsense' && <NoKeyNotice />}
        {view === undefined ? (
          <Place key="none">
            <NoView />
          </Place>
        ) : view.needsKey && apiKey.value === null ? (
          <Place key="form">
            <FirstVisit />
          </Place>
        ) : (
          <>
            <TriedKeyNote />
            <KeyLimitsNote area={view.area} />
            {/* Nothing that one key showed stays when another one is used. */}
            <ViewPart key={`${name} ${idOfKey(apiKey.value)}`} name={name} />
          </>
        )}
      </main>
      {keyOffer.value?.kind === 'key' && (
        <OfferedKeyDialog key={keyOffer.value.key} offered={keyOffer.value.key} />
      )}
    </>
  )
}

function Top({ area }: { area: string | undefined }) {
  return (
    <header class="top">
      <a class="brand" href="#/inspect">
        PageProbe
      </a>
      <nav class="tabs" aria-label="Main">
        {areas.map(([id, text, href]) => (
          <a key={id} href={href} aria-current={id === area ? 'page' : undefined}>
            {text}
          </a>
        ))}
      </nav>
      <p class="links">
        <a href="docs">API reference</a>
        {apiKey.value !== null && (
          <>
            <KeyInUse key={apiKey.value} apiKey={apiKey.value} />
            <button type="button" class="quiet" onClick={() => forgetKey()}>
              Forget the key
            </button>
          </>
        )}
      </p>
    </header>
  )
}

/** Loads the code of a view, then shows it. Until then there is a heading, too. */
function ViewPart({ name }: { name: string }) {
  const view = views.get(name)
  const part = usePart(name, view?.load)
  return (
    <>
      {part.data === null && <h1>{areas.find(([area]) => area === view?.area)?.[1]}</h1>}
      <Loaded resource={part} lines={6} label="Loading the view">
        {(view) => <Shown view={view} />}
      </Loaded>
    </>
  )
}

/** The view itself. */
function Shown({ view: View }: { view: ComponentType<ViewProps> }) {
  return (
    <Place>
      <View route={route.value} />
    </Place>
  )
}

/** Whether what is shown is the first since the page was loaded: the focus stays where the browser has it. */
let isFirst = true

/** A place of the console. When it replaces another one, the focus goes to its heading; the title follows. */
function Place({ children }: { children: ComponentChildren }) {
  const place = route.value.path.join('/')
  useEffect(() => {
    const heading = document.querySelector('main h1')
    document.title = `${heading?.textContent ?? 'Console'} · PageProbe`
    if (!isFirst && heading instanceof HTMLElement) {
      heading.tabIndex = -1
      heading.focus()
      scrollTo(0, 0)
    }
    isFirst = false
  }, [place])
  return <>{children}</>
}

function NoView() {
  return (
    <>
      <h1>There is no such page</h1>
      <p>
        The URL may be mistyped. <a href="#/inspect">Inspect a page</a>
      </p>
    </>
  )
}
