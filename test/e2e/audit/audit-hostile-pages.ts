import type { WholeAudit } from './audit-calls.ts'

interface HostileAudit {
  readonly html: () => string
  /** The truncation that the answer reports: its numbers, or its flags. */
  readonly said: (audit: WholeAudit) => unknown
  readonly expected: unknown
}

const times = (count: number, make: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => make(at)).join('')

const product = (at: number): string =>
  `<script type="application/ld+json">{"@context":"https://schema.org","@type":"Product","name":"No ${at}"}</script>`

/** HTML after `<!doctype html>` of pages that attack the audit. */
export const hostileAudits: Readonly<Record<string, HostileAudit>> = {
  '100,000 links': {
    html: () => `<title>Links</title>${times(100_000, (at) => `<a href="/${at}">a</a>`)}`,
    said: ({ metrics, diagnostics }) => [metrics.links.internal, unaskedLinks(diagnostics) > 0],
    expected: [100_000, true],
  },
  'a title of 10 MB': {
    html: () => `<title>${'words '.repeat(2_000_000)}</title><p>Text</p>`,
    said: ({ diagnostics }) => diagnostics.parsing.truncated,
    expected: 'bytes',
  },
  '200,000 elements, each in the one before': {
    html: () => `<title>Deep</title>${'<div>'.repeat(200_000)}`,
    said: ({ diagnostics }) => diagnostics.parsing.truncated,
    expected: 'depth',
  },
  '400,000 elements beside each other': {
    html: () => `<title>Wide</title>${'<i></i>'.repeat(400_000)}`,
    said: ({ diagnostics }) => diagnostics.parsing.truncated,
    expected: 'elements',
  },
  '1,000 blocks of structured data': {
    html: () => `<title>Blocks</title>${times(1000, product)}`,
    said: ({ structured_data, diagnostics }) => [
      structured_data.truncated,
      diagnostics.parsing.structured_data_truncated,
    ],
    expected: [true, true],
  },
  'links and bold text, each in the one before': {
    html: () => `<title>Formatting</title>${'<a href="/x"><b>'.repeat(80_000)}`,
    said: ({ diagnostics }) => diagnostics.parsing.truncated,
    expected: 'depth',
  },
  'a script that never ends': {
    html: () => `<title>Script</title><script>${'<!--<script>'.repeat(80_000)}`,
    said: ({ metrics }) => metrics.word_count,
    expected: 0,
  },
  'font faces that never end': {
    html: () => `<title>Styles</title><style>${'@font-face{'.repeat(300_000)}</style>`,
    said: ({ diagnostics }) => diagnostics.parsing.truncated,
    expected: null,
  },
  'a paragraph of 5 MB that says the same again and again': {
    html: () => `<title>Text</title><main><p>${'the quick brown fox jumps again and '.repeat(140_000)}`,
    said: ({ diagnostics }) => diagnostics.parsing.truncated,
    expected: null,
  },
  '50,000 fields that name each other': {
    html: () =>
      `<title>Names</title>${times(50_000, (at) => `<input id="i${at}" aria-labelledby="i${at + 1} i${at}">`)}`,
    said: ({ diagnostics }) => diagnostics.parsing.truncated,
    expected: null,
  },
  'a table with cells of 60,000 columns': {
    html: () =>
      `<title>Table</title><table>${'<tr><td colspan=1000 rowspan=60000 headers="a b c">x<th scope=col>y'.repeat(5000)}</table>`,
    said: ({ diagnostics }) => diagnostics.parsing.truncated,
    expected: null,
  },
}

function unaskedLinks({ gathered }: WholeAudit['diagnostics']): number {
  return gathered.unasked.find(({ what }) => what === 'links')?.count ?? 0
}
