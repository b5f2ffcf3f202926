/** The name of the key in the storage of the tab, which ends with the tab. */
const NAME = 'pageprobe-key'
const IN_ADDRESS = '#key='
const KEY = /^pp_[A-Za-z0-9]{8}_[A-Za-z0-9]{32}$/

/** What an address brought that was not taken: a key that a person has to agree to, or a text that is no key. */
export type Offer = { readonly kind: 'key'; readonly key: string } | { readonly kind: 'nonsense' }

let offer: Offer | null = null

/** Whether a text is written as a key. */
export function isKey(text: string): boolean {
  return KEY.test(text)
}

/**
 * Removes a key from the fragment `#key=…` of the address, also in the browser's history. Whoever wrote the address may own the
 * key, and then all that is done with it. So it is stored at once only where nobody can have led a person here without their
 * doing: in a tab that has no key, whose document was opened directly. Any other key waits for `takeOffer`.
 */
export function takeKey(hash: string): void {
  if (!hash.startsWith(IN_ADDRESS)) return
  const key = new URLSearchParams(hash.slice(1)).get('key') ?? ''
  if (location.hash === hash) history.replaceState(null, '', location.pathname + location.search)
  const current = storedKey()
  if (!isKey(key)) offer = { kind: 'nonsense' }
  else if (current === null && wasOpenedDirectly()) storeKey(key)
  else if (key !== current) offer = { kind: 'key', key }
}

/** What an address brought since the last call; null = nothing. */
export function takeOffer(): Offer | null {
  const taken = offer
  offer = null
  return taken
}

/** The service marks a document that no other document led to: typed, from a bookmark, or from another program. */
function wasOpenedDirectly(): boolean {
  return document.documentElement.dataset.opened === 'directly'
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
