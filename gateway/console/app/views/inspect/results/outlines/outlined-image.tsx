import { useMemo, useRef, useState } from 'preact/hooks'
import type { SnapshotResult } from '#shared/operations/results/snapshot-result.ts'
import { urlOf } from '../../../../api/client.ts'
import { formatTime, plural } from '../../../../ui/format.ts'
import { isolatedText } from '../../../../ui/page/control-marks.ts'
import { PageText } from '../../../../ui/page/page-text.tsx'
import { imagePath } from '../snapshot/image-path.ts'
import { type Mark, type PlacedMark, placed } from './marks.ts'

interface Props {
  readonly result: SnapshotResult
  readonly marks: readonly Mark[]
}

/** A screenshot with numbered outlines, and the list of what they are; each entry brings its outline into view. */
export function OutlinedImage({ result, marks }: Props) {
  const frame = useRef<HTMLElement>(null)
  const [isBroken, setBroken] = useState(false)
  const [chosen, setChosen] = useState<number | null>(null)
  const [isLarge, setLarge] = useState(false)
  const all = useMemo(() => placed(marks, result), [marks, result])
  const choose = (mark: PlacedMark) => {
    setChosen(mark.number)
    // The size may change with it.
    requestAnimationFrame(() => bringIntoView(frame.current, mark))
  }
  if (isBroken)
    return <p class="notice warn">The screenshot is no longer stored. Hide it, and show it again later.</p>
  const cssWidth = Math.round(result.width / result.viewport.deviceScaleFactor)
  return (
    <div class="outlined">
      <div class="stack">
        <section class="picture" ref={frame} tabIndex={0} aria-label="Screenshot with outlines">
          <div class={isLarge ? 'outlined-image' : 'outlined-image fit'} style={{ width: `${cssWidth}px` }}>
            <img
              src={urlOf(imagePath(result.screenshot_url))}
              alt={`Screenshot of ${isolatedText(result.url)}`}
              width={result.width}
              height={result.height}
              onError={() => setBroken(true)}
              onLoad={() => {
                const first = all.find(({ boxes }) => boxes.length > 0)
                if (first !== undefined) bringIntoView(frame.current, first)
              }}
            />
            <svg width="100%" height="100%" aria-hidden="true">
              {all.map((mark) => (
                <Outline key={mark.number} mark={mark} isChosen={mark.number === chosen} />
              ))}
            </svg>
          </div>
        </section>
        <p class="row">
          <button type="button" aria-pressed={isLarge} onClick={() => setLarge(!isLarge)}>
            Full size
          </button>
          <span class="small">Taken {formatTime(result.created_at)}</span>
        </p>
      </div>
      <ol class="plain marks">
        {all.map((mark) => (
          <MarkItem
            key={mark.number}
            mark={mark}
            isChosen={mark.number === chosen}
            choose={() => choose(mark)}
          />
        ))}
      </ol>
    </div>
  )
}

/** Below this share of the height, in percent, there is room for the number above its box. */
const TOP = 1

function Outline({ mark, isChosen }: { readonly mark: PlacedMark; readonly isChosen: boolean }) {
  const { kind, number, boxes } = mark
  return (
    <g class={`outline-mark ${kind}${isChosen ? ' chosen' : ''}`}>
      {boxes.map(({ x, y, width, height }, index) => (
        <g key={index}>
          <rect class="halo" x={`${x}%`} y={`${y}%`} width={`${width}%`} height={`${height}%`} />
          <rect class="edge" x={`${x}%`} y={`${y}%`} width={`${width}%`} height={`${height}%`} />
          <svg x={`${x}%`} y={`${y}%`} overflow="visible" aria-hidden="true">
            <g transform={y > TOP ? 'translate(0 -20)' : undefined}>
              <rect class="flag" width="22" height="18" />
              <text x="11" y="13" text-anchor="middle">
                {number}
              </text>
            </g>
          </svg>
        </g>
      ))}
    </g>
  )
}

interface ItemProps {
  readonly mark: PlacedMark
  readonly isChosen: boolean
  choose(): void
}

/** Characters of a selector and of a label; all of it stands in the finding. */
const SHORT = 80

function MarkItem({ mark, isChosen, choose }: ItemProps) {
  const { number, label, selector, boxes } = mark
  return (
    <li>
      {boxes.length > 0 ? (
        <button type="button" class="quiet" aria-pressed={isChosen} onClick={choose}>
          <strong>{number}</strong> <PageText text={label} max={SHORT} isShort />
        </button>
      ) : (
        <p>
          <strong>{number}</strong> <PageText text={label} max={SHORT} isShort />
        </p>
      )}
      <p class="small">
        {label !== selector && <PageText text={selector} isCode max={SHORT} />} {foundInWords(mark)}
      </p>
    </li>
  )
}

function foundInWords({ boxes, matches }: PlacedMark): string {
  if (matches === null) return 'Not looked for: one screenshot has room for 100 selectors.'
  if (matches === 0) return 'Not found in the page as a browser shows it.'
  if (boxes.length === 0) return 'In the page, but it shows nothing on the screenshot.'
  return matches > 1 ? `${plural(matches, 'element')} match.` : ''
}

/** Scrolls the frame so that the first box of the mark is in its middle. */
function bringIntoView(frame: HTMLElement | null, { boxes: [box] }: PlacedMark): void {
  if (frame === null || box === undefined) return
  const { scrollWidth, scrollHeight, clientWidth, clientHeight } = frame
  const middle = (from: number, length: number, whole: number) => ((from + length / 2) / 100) * whole
  frame.scrollLeft = middle(box.x, box.width, scrollWidth) - clientWidth / 2
  frame.scrollTop =
    middle(box.y, Math.min(box.height, (clientHeight / scrollHeight) * 100), scrollHeight) - clientHeight / 2
}
