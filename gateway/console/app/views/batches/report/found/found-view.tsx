import type { FoundPageRow, SiteReport } from '#shared/operations/results/site-report.ts'
import { call, callJson } from '../../../../api/client.ts'
import { hrefOf } from '../../../../state/address.ts'
import { useResource } from '../../../../state/resource.ts'
import { Badge } from '../../../../ui/badge.tsx'
import { Section } from '../../../../ui/facts.tsx'
import { Loaded } from '../../../../ui/loaded.tsx'
import { PageLinks } from '../../../../ui/table/page-links.tsx'
import { type Column, DataTable } from '../../../../ui/table/table.tsx'
import { pathOf } from '../../calls.tsx'
import { DownloadButton } from '../../downloads/download-button.tsx'
import { foundFile } from '../../downloads/downloads.ts'
import { type Found, findRows } from '../../lines.ts'
import { afterOf } from '../../results/page-window.ts'
import { PageCell, Score, Status } from '../../results/result-columns.tsx'
import { findingOf } from './finding.ts'
import { FoundCell } from './found-cell.tsx'

/** Rows that are loaded at a time. */
const WINDOW = 200

/** All pages of a finding with what was found at each. Address: `#/batches/<id>/pages?rule=&after=`. */
export function FoundView({ id, parameters }: { id: string; parameters: URLSearchParams }) {
  const rule = parameters.get('rule') ?? ''
  const after = afterOf(parameters.get('after'))
  const report = useResource<SiteReport>((signal) => callJson(pathOf(id, 'report'), { signal }), {
    key: id,
  })
  const rows = useResource<Found<FoundPageRow>>((signal) => readFound(id, { rule, after }, signal), {
    key: `${id} ${rule} ${after}`,
  })
  const finding = report.data && findingOf(report.data, rule)
  return (
    <>
      <nav class="row" aria-label="Way back">
        <a href={hrefOf(['batches', id, 'report'])}>The report</a>
      </nav>
      <div>
        <h1>{finding?.title ?? 'Pages with this issue'}</h1>
        <p class="muted">
          {finding !== null && <Badge word={finding.severity} />} <code>{rule}</code>
        </p>
      </div>
      {finding !== null && (
        <p>
          <strong>How to fix:</strong> {finding.fix}
        </p>
      )}
      <div class="row" role="group" aria-label="Save as a file">
        <DownloadButton id={id} kind={foundFile(rule)} query={{ rule }} />
      </div>
      <Section title="Pages">
        <Loaded resource={rows} lines={12}>
          {(found) => <FoundTable id={id} rule={rule} after={after} found={found} />}
        </Loaded>
      </Section>
    </>
  )
}

async function readFound(
  id: string,
  { rule, after }: { readonly rule: string; readonly after: number },
  signal: AbortSignal,
): Promise<Found<FoundPageRow>> {
  const query = { rule, after: `${after}`, limit: `${WINDOW}` }
  const { body } = await call(pathOf(id, 'pages'), { query, signal })
  return body === null ? { rows: [], last: null, isEnd: true } : findRows(body, () => true, WINDOW)
}

interface FoundTableProps {
  readonly id: string
  readonly rule: string
  readonly after: number
  readonly found: Found<FoundPageRow>
}

function FoundTable({ id, rule, after, found }: FoundTableProps) {
  const linkTo = (start: number) =>
    hrefOf(['batches', id, 'pages'], { rule, after: start === 0 ? '' : `${start}` })
  const next = found.isEnd || found.last === null ? null : linkTo(found.last.n)
  return (
    <>
      <DataTable
        caption="Pages with this issue"
        columns={columnsOf(id)}
        rows={found.rows}
        rowKey={({ n }) => n}
        empty={<p class="muted">{after === 0 ? 'No page has this issue.' : 'No more pages.'}</p>}
      />
      <PageLinks
        label="Parts of the list"
        before={[['First pages', after > 0 ? linkTo(0) : null]]}
        after={[['Next pages', next]]}
      />
    </>
  )
}

function columnsOf(id: string): Column<FoundPageRow>[] {
  return [
    { title: 'Page', isLong: true, cell: (row) => <PageCell id={id} row={row} /> },
    { title: 'Status', cell: (row) => <Status row={row} /> },
    { title: 'Score', isNumber: true, cell: ({ overall }) => <Score score={overall} /> },
    {
      title: 'What was found',
      isLong: true,
      cell: ({ url, found }) => <FoundCell url={url} found={found} />,
    },
  ]
}
