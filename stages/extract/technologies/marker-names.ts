import { signatures } from './signatures.ts'

function named(prefix: string): string[] {
  const markers = signatures
    .flatMap(({ marker = [] }) => marker)
    .filter((marker) => marker.startsWith(prefix))
  return [...new Set(markers.map((marker) => marker.slice(prefix.length)))]
}

/** All markers of the signatures: the pass over a page collects these only. */
export const markerNames = {
  ids: new Set(named('id:')) as ReadonlySet<string>,
  classes: new Set(named('class:')) as ReadonlySet<string>,
  tags: new Set(named('tag:')) as ReadonlySet<string>,
  attributes: named('attribute:'),
}
