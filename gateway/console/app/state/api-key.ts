import { signal } from '@preact/signals'
import type { ApiError } from '../api/api-error.ts'
import { type Offer, storedKey, storeKey, takeOffer } from './stored-key.ts'

/** The API key of this tab; null = none. */
export const apiKey = signal<string | null>(storedKey())

/** Why the service refused the last key; null = none was refused. */
export const keyProblem = signal<ApiError | null>(null)

/** What an address brought and nobody has answered yet; null = nothing. */
export const keyOffer = signal<Offer | null>(takeOffer())

/** Uses a key from here on. */
export function useKey(key: string): void {
  storeKey(key)
  keyProblem.value = null
  keyOffer.value = null
  apiKey.value = key
}

/** Forgets the key. `problem` says why, where the service refused it. */
export function forgetKey(problem: typeof keyProblem.value = null): void {
  storeKey(null)
  keyProblem.value = problem
  apiKey.value = null
}

// An address with a key may also be entered while the console is open: the first script has stored it, or keeps it as an offer.
addEventListener('hashchange', () => {
  const key = storedKey()
  if (key !== null && key !== apiKey.peek()) useKey(key)
  keyOffer.value = takeOffer() ?? keyOffer.peek()
})
