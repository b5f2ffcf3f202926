/** A file that can be had of a batch. */
export interface DownloadKind {
  /** The path below the batch. */
  readonly part: 'results' | 'pages' | 'report'
  readonly accept: string
  readonly ending: string
  readonly text: string
}

export const resultsFile: DownloadKind = {
  part: 'results',
  accept: 'application/x-ndjson',
  ending: 'results.ndjson',
  text: 'Results (NDJSON)',
}
export const pagesFile: DownloadKind = {
  part: 'pages',
  accept: 'text/csv',
  ending: 'pages.csv',
  text: 'Pages (CSV)',
}
/** The pages of a finding, by the id of its rule. */
export const foundFile = (rule: string): DownloadKind => ({
  ...pagesFile,
  ending: `${rule.replaceAll(/[^\w-]/g, '')}.csv`,
  text: 'Pages with what was found (CSV)',
})
export const reportFiles: readonly DownloadKind[] = [
  { part: 'report', accept: 'text/html', ending: 'report.html', text: 'Report (HTML)' },
  { part: 'report', accept: 'text/markdown', ending: 'report.md', text: 'Report (Markdown)' },
  { part: 'report', accept: 'application/json', ending: 'report.json', text: 'Report (JSON)' },
]

/** The name under which a file is saved. */
export function fileNameOf(id: string, { ending }: Pick<DownloadKind, 'ending'>): string {
  return `batch-${id.replaceAll(/[^\w-]/g, '').slice(0, 8)}-${ending}`
}

/** The same download as a command for a shell. The key stands as a variable. */
export function curlOf(url: string, accept: string, file: string): string {
  return [
    `curl --fail --compressed -H "X-API-Key: $PAGEPROBE_API_KEY" -H 'Accept: ${accept}' \\`,
    `  -o ${file} '${url.replaceAll("'", '%27')}'`,
  ].join('\n')
}
