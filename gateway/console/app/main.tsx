import './style/main.css'
import { takeKey } from './state/stored-key.ts'

// At once, also before the rest has started: whoever opens another address right after this one keeps the key.
takeKey(location.hash)
addEventListener('hashchange', ({ newURL }) => takeKey(new URL(newURL).hash))

/** The rest starts after the first picture of the page: what stands in the page is seen before any script has worked. */
requestAnimationFrame(() => setTimeout(() => import('./shell/start.tsx')))
