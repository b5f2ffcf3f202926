import { useState } from 'preact/hooks'
import { formatCount } from '../format.ts'
import { beginningOf, withVisibleMarks } from './control-marks.ts'

export interface PageTextProps {
  readonly text: string
  /** Whether it is code: a selector, a tag, a header. */
  readonly isCode?: boolean
  /** About as many characters are shown until the reader asks for all. */
  readonly max?: number
  /** Whether the rest cannot be asked for, since the text stands in a control. */
  readonly isShort?: boolean
}

/** A text is not cut for a few characters more. */
const SLACK = 1.5

/** A text that a page chose: isolated from the text around it, with its invisible marks written out, and cut when long. */
export function PageText({ text, isCode = false, max = 300, isShort = false }: PageTextProps) {
  const [isWhole, setWhole] = useState(false)
  const isLong = text.length > SLACK * max
  const shown = withVisibleMarks(isLong && !isWhole ? `${beginningOf(text, max)}…` : text)
  return (
    <>
      <bdi class="page-text">{isCode ? <code>{shown}</code> : shown}</bdi>
      {isLong && !isShort && (
        <>
          {' '}
          <button type="button" class="quiet inline" onClick={() => setWhole(!isWhole)}>
            {isWhole ? 'Show less' : `Show all ${formatCount(text.length)} characters`}
          </button>
        </>
      )}
    </>
  )
}
