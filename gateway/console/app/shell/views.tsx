import type { ComponentType } from 'preact'
import type { ViewProps } from '../state/address.ts'

/** A view, loaded when it is opened first. */
interface View {
  /** The entry of the navigation that it belongs to. */
  readonly area: string
  readonly needsKey: boolean
  load(): Promise<ComponentType<ViewProps>>
}

const byName: Readonly<Record<string, View>> = {
  inspect: {
    area: 'inspect',
    needsKey: true,
    load: () => import('../views/inspect/inspect-view.tsx').then(({ InspectView }) => InspectView),
  },
  inspections: {
    area: 'history',
    needsKey: true,
    load: () => import('../views/history/inspection-view.tsx').then(({ InspectionView }) => InspectionView),
  },
  history: {
    area: 'history',
    needsKey: true,
    load: () => import('../views/history/history-view.tsx').then(({ HistoryView }) => HistoryView),
  },
  sites: {
    area: 'sites',
    needsKey: true,
    load: () => import('../views/sites/sites-view.tsx').then(({ SitesView }) => SitesView),
  },
  batches: {
    area: 'batches',
    needsKey: true,
    load: () => import('../views/batches/batches-view.tsx').then(({ BatchesView }) => BatchesView),
  },
  keys: {
    area: 'keys',
    needsKey: true,
    load: () => import('../views/keys/keys-view.tsx').then(({ KeysView }) => KeysView),
  },
  health: {
    area: 'health',
    needsKey: false,
    load: () => import('../views/health/health-view.tsx').then(({ HealthView }) => HealthView),
  },
}

/** Views by the first word of their address. */
export const views: ReadonlyMap<string, View> = new Map(Object.entries(byName))

/** The navigation: area, text, address. */
export const areas: readonly (readonly [area: string, text: string, href: string])[] = [
  ['inspect', 'Inspect', '#/inspect'],
  ['sites', 'Sites', '#/sites'],
  ['batches', 'Batches', '#/batches'],
  ['history', 'History', '#/history'],
  ['keys', 'Keys and usage', '#/keys'],
  ['health', 'Health', '#/health'],
]
