/** The name of the key in the storage of the tab, which ends with the tab. */
const NAME = 'pageprobe-key'
const IN_ADDRESS = '#key='

/**
 * Moves a key from the fragment `#key=…` to the storage of the tab, and removes it from the address, also in the browser's
 * history.
 */
export function takeKey(hash: string): void {
  if (!hash.startsWith(IN_ADDRESS)) return
  const key = new URLSearchParams(hash.slice(1)).get('key')
  if (key) sessionStorage.setItem(NAME, key)
  if (location.hash === hash) history.replaceState(null, '', location.pathname + location.search)
}

/** The key of this tab; null = none. */
export function storedKey(): string | null {
  return sessionStorage.getItem(NAME)
}

/** Keeps the key for this tab; null = forgets it. */
export function storeKey(key: string | null): void {
  if (key === null) sessionStorage.removeItem(NAME)
  else sessionStorage.setItem(NAME, key)
}
