import { useState } from 'preact/hooks'
import { Badge } from '../../../../../ui/badge.tsx'
import { formatBytes, formatMs } from '../../../../../ui/format.ts'
import { PageText } from '../../../../../ui/page/page-text.tsx'
import { type Bar, type Line, nameOfFile, type WaterfallRequest } from './waterfall.ts'

interface RowProps {
  readonly request: WaterfallRequest
  readonly bar: Bar
  readonly lines: readonly Line[]
}

/** Bytes of a unit of the interface. */
const KIB = 1024
/** Characters of a file's name and of its host; the whole URL is behind them. */
const [FILE, HOST] = [40, 40]

const typeNames: Readonly<Record<WaterfallRequest['type'], string>> = {
  document: 'Document',
  javascript: 'Script',
  stylesheet: 'Style sheet',
  image: 'Image',
  font: 'Font',
  media: 'Media',
  fetch: 'Fetch',
  other: 'Other',
}

/** A request: its file, size and time, its bar, and behind its name all that is known of it. */
export function RequestRow({ request, bar, lines }: RowProps) {
  const { url, type, status, start_ms, end_ms, transfer_kb, blocks_paint } = request
  const [isOpen, setOpen] = useState(false)
  const { file, host } = nameOfFile(url)
  const isFailed = status === null || status >= 400
  return (
    <tr>
      <th scope="row" class="file">
        <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
          <summary>
            <PageText text={file} max={FILE} isShort />{' '}
            <span class="muted">
              {typeNames[type]} <PageText text={host} max={HOST} isShort />
            </span>{' '}
            {blocks_paint && <Badge word="warn" text="Blocks paint" />}{' '}
            {isFailed && <Badge word="failed" text={status === null ? 'No response' : `Status ${status}`} />}
          </summary>
          {isOpen && <RequestFacts request={request} />}
        </details>
      </th>
      <td class="number">{formatBytes(Math.round(transfer_kb * KIB))}</td>
      <td class="number">{end_ms === null ? 'no end' : formatMs(end_ms - start_ms)}</td>
      <td class="timeline">
        <svg width="100%" height="100%" aria-hidden="true">
          {lines.map(({ name, at }) => (
            <line
              key={name}
              class={`moment ${name.toLowerCase()}`}
              x1={`${at}%`}
              x2={`${at}%`}
              y1="0"
              y2="100%"
            />
          ))}
          <rect class={`span ${type}`} x={`${bar.start}%`} y="9" width={`${bar.width}%`} height="10" />
          {blocks_paint && <BlockingEnd at={bar.start + bar.width} />}
        </svg>
      </td>
    </tr>
  )
}

/** The end of a bar that blocked paint: a wall as high as the row. */
function BlockingEnd({ at }: { readonly at: number }) {
  return <rect class="wall" x={`${Math.min(at, 99)}%`} y="4" width="4" height="20" />
}

function RequestFacts({ request }: { readonly request: WaterfallRequest }) {
  const { url, status, start_ms, end_ms, transfer_kb, decoded_kb } = request
  return (
    <div class="request-facts">
      <p>
        <PageText text={url} isCode />
      </p>
      <p class="small">
        {status === null ? 'No response' : `Status ${status}`} · started at {timeOf(start_ms)}
        {end_ms === null ? ', did not end' : `, ended at ${timeOf(end_ms)}`} ·{' '}
        {formatBytes(Math.round(transfer_kb * KIB))} transferred, {formatBytes(Math.round(decoded_kb * KIB))}{' '}
        decoded
      </p>
    </div>
  )
}

/** A time since the navigation; what led to the page came before it. */
function timeOf(ms: number): string {
  return ms < 0 ? `-${formatMs(-ms)}` : formatMs(ms)
}
