import { useContext } from 'preact/hooks'
import type { PerformanceDetails } from '#shared/operations/results/performance-details.ts'
import { formatBytes, formatMs, plural } from '../../../../ui/format.ts'
import { PageText } from '../../../../ui/page/page-text.tsx'
import { OutlinePageContext } from '../outlines/outline-page.tsx'
import { OutlinedScreenshot } from '../outlines/outlined-screenshot.tsx'

type TipDetails = PerformanceDetails['tips'][number]
type TipItem = TipDetails['items'][number]

/** Bytes of a unit of the interface. */
const KIB = 1024

/** The files and elements that a tip is about, with their sizes and times, and a way to see the elements on the page. */
export function TipItems({ tip: { items } }: { readonly tip: TipDetails }) {
  const page = useContext(OutlinePageContext)
  const marks = items.flatMap(({ selector, text }) =>
    selector === null ? [] : [{ selector, label: text ?? selector, kind: 'finding' as const }],
  )
  return (
    <div class="stack">
      <ul class="plain tip-items">
        {items.map((item, index) => (
          <li key={index}>
            <Subject item={item} />
            <p class="small">{figuresOf(item)}</p>
          </li>
        ))}
      </ul>
      {page !== null && marks.length > 0 && <OutlinedScreenshot {...page} marks={marks} />}
    </div>
  )
}

function Subject({ item: { url, selector } }: { readonly item: TipItem }) {
  return (
    <p>
      {selector !== null && <PageText text={selector} isCode />}{' '}
      {url !== null && <PageText text={url} max={120} isCode />}
      {selector === null && url === null && <span class="muted">Not of one file</span>}
    </p>
  )
}

function figuresOf({ kb, ms, text }: TipItem) {
  const figures = [kb === null ? '' : formatBytes(Math.round(kb * KIB)), ms === null ? '' : formatMs(ms)]
  return (
    <>
      {figures.filter(Boolean).join(' · ')} {text !== null && <PageText text={text} max={120} />}
    </>
  )
}

/** What following a tip saves and takes, and how many files and elements it is about. */
export function tipInWords({ items, effort, saves_ms, saves_kb }: TipDetails): string {
  const saves = [saves_ms ? formatMs(saves_ms) : '', saves_kb ? formatBytes(Math.round(saves_kb * KIB)) : '']
  const saved = saves.filter(Boolean).join(' and ')
  const files = items.filter(({ selector }) => selector === null).length
  const counted = [
    files > 0 ? plural(files, 'file') : '',
    items.length > files ? plural(items.length - files, 'element') : '',
  ]
  return [...counted, saved && `saves up to ${saved}`, `effort: ${effort}`].filter(Boolean).join(' · ')
}
