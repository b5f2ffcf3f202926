import type { LoggedRequest } from '../../requests/logged-request.ts'

/** The files of one type by each URL under which the page may know them, with the URL after redirects. */
export function fileNames(
  requests: readonly LoggedRequest[],
  type: 'Script' | 'Stylesheet',
): ReadonlyMap<string, string> {
  const hopsById = Map.groupBy(
    requests.filter((request) => request.type === type),
    ({ id }) => id,
  )
  const names = new Map<string, string>()
  for (const hops of hopsById.values()) {
    const last = hops.at(-1)
    if (last === undefined) continue
    const final = last.response?.url ?? last.url
    for (const { url } of hops) names.set(url, final)
    names.set(final, final)
  }
  return names
}
