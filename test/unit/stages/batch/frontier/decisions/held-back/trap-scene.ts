import { encodePageFacts } from '#shared/messages/payloads/site-facts-text.ts'
import type { Completion, Discover, Dispatch, Item, NewItem } from '#stages/batch/frontier/frontier.ts'
import { idOf } from '#test/contract/frontier/batch-scene.ts'
import { pageFacts } from '../../../adapters/sqlite/site/page-facts.ts'

const site = 'https://x.example'

export const numbers = (count: number) => Array.from({ length: count }, (_, number) => number + 1)

/** The path of an address of the site. */
export const pathOf = (url: string) => url.replace(site, '')

/** The page that the crawl starts with. */
export const start: NewItem = {
  parameters: { url: `${site}/` },
  depth: 0,
  from: null,
  role: 'page',
  scope: null,
}

/** What a page of the site links to. */
export type Links = (path: string) => readonly string[]

export function discoverOf(linksOf: Links): Discover {
  return (_, { parameters, depth }) => ({
    items: linksOf(pathOf(parameters.url)).map((path): NewItem & { family: null } => ({
      parameters: { url: site + path },
      depth: (depth ?? 0) + 1,
      from: parameters.url,
      role: 'page',
      scope: 'x.example',
      family: null,
    })),
    done: [],
  })
}

/** Pages below /same/ have one title, all others their own. */
function endingOf({ parameters: { url } }: Item): Omit<Completion, 'id'> {
  const title = url.includes('/same/') ? 'Same' : url.replace(/\d+/g, (digits) => 'x'.repeat(Number(digits)))
  const siteFacts = encodePageFacts(pageFacts(url, { title }))
  const json = JSON.stringify({ url, result: {} })
  return { outcome: { topic: 'result.metadata', timing: '', json, dataref: null }, siteFacts }
}

/** The end of a dispatched page of the site. */
export function endOf(dispatch: Dispatch & { readonly item: Item }): Completion {
  return { id: idOf(dispatch), ...endingOf(dispatch.item) }
}

/** Pages without end below /same/. */
export const trap: Links = (path) => {
  const at = Number(/\d+/.exec(path)?.[0] ?? 0)
  return path === '/' || path.startsWith('/same/') ? numbers(3).map((step) => `/same/${3 * at + step}`) : []
}
