import { computed, signal } from '@preact/signals'
import { hrefOf, parseRoute, type Route } from './address.ts'

const fragment = signal(location.hash)
for (const event of ['hashchange', 'popstate'])
  addEventListener(event, () => {
    fragment.value = location.hash
  })

/** The address that is shown. */
export const route = computed<Route>(() => parseRoute(fragment.value))

/** Shows another address; `replace` leaves no entry in the browser's history. */
export function navigate(href: string, { replace = false } = {}): void {
  if (href === location.hash) return
  if (replace) history.replaceState(null, '', href)
  else history.pushState(null, '', href)
  fragment.value = href
}

/** Changes parameters of the address that is shown, without an entry in the browser's history. */
export function setParameters(changes: Readonly<Record<string, string | undefined>>): void {
  const { path, parameters } = route.peek()
  navigate(hrefOf(path, { ...Object.fromEntries(parameters), ...changes }), { replace: true })
}
