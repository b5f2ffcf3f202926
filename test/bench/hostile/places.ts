import type { Places } from './hostile-page.ts'
import { bodyPlaces } from './places/body.ts'
import { headPlaces } from './places/head.ts'
import { sitePlaces } from './places/site.ts'
import { structuredPlaces } from './places/structured.ts'

/** Where a unit is repeated, by name. */
export const places: Places = { ...headPlaces, ...structuredPlaces, ...bodyPlaces, ...sitePlaces }
