import type { BatchKind, Problems } from './batch-request.ts'

/** The field that has the URLs, by kind. The service calls it `urls` where there is none. */
const sources: Readonly<Record<BatchKind, string>> = {
  urls: 'urls',
  file: 'file',
  sitemap: 'sitemaps',
  crawl: 'seeds',
}

/**
 * The problem of each field, from a message of shape C that names them all: `crawl.max_pages must be …; parameters.device must
 * be …` (`infra/docs/clients.md#error-details`). The second problem of a field is left out.
 */
export function problemsOf(message: string, kind: BatchKind): Problems {
  const problems = message.split('; ').flatMap((text) => problemOf(text, kind))
  return Object.fromEntries(problems.reverse())
}

/** The form has no field for `crawl` and `parameters` as a whole, nor for an entry of a list. */
function problemOf(text: string, kind: BatchKind): [field: string, problem: string][] {
  const [, path, reason] = /^([\w.-]+) (.+)$/.exec(text) ?? []
  if (path === undefined || reason === undefined) return []
  const names = path.replace(/^(crawl|parameters)\./, '').split('.')
  const field = names.filter((name) => !/^\d+$/.test(name)).join('.')
  const name = field === 'urls' ? sources[kind] : field
  return [[name, `${name} ${reason}`]]
}
