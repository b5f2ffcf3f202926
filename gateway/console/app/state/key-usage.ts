import { signal } from '@preact/signals'
import type { Usage } from '../views/keys/usage-lines.ts'

/** What the key of this tab may do and has used, as far as it is known; null = not yet. */
export const keyUsage = signal<Usage | null>(null)

/** What a key that was tried came to: shown until another view is opened. */
export const triedKey = signal<Usage | null>(null)
