import { corpusFolder, type SavedPage, savedPages } from '#test/bench/saved-pages.ts'
import { goldenPages } from '#test/golden/golden-page.ts'
import { structuredPage } from '#test/support/audit/structured-page.ts'
import { type NamedPage, nastyPages } from './nasty-pages.ts'

const folder = corpusFolder()

/**
 * The pages on which the parts of the service are compared with each other: generated ones, golden ones, and saved pages of
 * the web where there is a folder with some (`corpusFolder`); null without.
 */
export const pagesBySource: Readonly<Record<string, (() => Iterable<NamedPage>) | null>> = {
  generated: nastyPages,
  golden: () =>
    goldenPages().map(({ name, url, html, headers = {} }) => ({
      name,
      page: structuredPage(html, { url, headers }),
    })),
  saved: folder === null ? null : () => savedPages(folder).map(pageOf),
}

function pageOf({ file, url, body }: SavedPage): NamedPage {
  return {
    name: file,
    page: structuredPage(new Uint8Array(body), { url, headers: { 'content-type': 'text/html' } }),
  }
}
