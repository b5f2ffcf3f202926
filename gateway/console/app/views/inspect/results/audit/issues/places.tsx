import { useContext, useMemo } from 'preact/hooks'
import { formatCount, plural } from '../../../../../ui/format.ts'
import { PageText } from '../../../../../ui/page/page-text.tsx'
import { Paged } from '../../../../../ui/table/paged.tsx'
import type { Mark } from '../../outlines/marks.ts'
import { OutlinePageContext } from '../../outlines/outline-page.tsx'
import { OutlinedScreenshot } from '../../outlines/outlined-screenshot.tsx'
import type { Issue, Place } from './issue-groups.ts'

/** Places that are shown at first. */
const PAGE = 20

/** Evidence that the service keeps of an issue at most; with as much there may be more. */
const MOST_EVIDENCE = 10

/** Every element and value that shows a fault. Where there are several issues, each place says its own message. */
export function Places({ places, issues }: { places: readonly Place[]; issues: readonly Issue[] }) {
  const page = useContext(OutlinePageContext)
  const marks = useMemo(() => marksOf(places), [places])
  if (places.length === 0) return <p class="muted">It is about the page as a whole.</p>
  const isCut = issues.some(({ evidence = [] }) => evidence.length >= MOST_EVIDENCE)
  return (
    <div class="stack">
      <p>
        <strong>Where ({plural(places.length, 'occurrence')}).</strong>{' '}
        {isCut && 'An audit lists the first ten occurrences of an issue; its message counts all.'}
      </p>
      <Paged items={places} size={PAGE} what="occurrences">
        {(shown) => (
          <ol class="places">
            {shown.map((place, index) => (
              <PlaceItem key={index} place={place} hasMessage={issues.length > 1} />
            ))}
          </ol>
        )}
      </Paged>
      {page !== null && marks.length > 0 && <OutlinedScreenshot {...page} marks={marks} />}
    </div>
  )
}

/** The elements of the first places, each once. */
function marksOf(places: readonly Place[]): readonly Mark[] {
  const selectors = places.flatMap(({ selector }) => selector ?? [])
  return [...new Set(selectors)]
    .slice(0, PAGE)
    .map((selector) => ({ selector, label: selector, kind: 'finding' }))
}

function PlaceItem({ place, hasMessage }: { place: Place; hasMessage: boolean }) {
  const { selector, snippet, location, value, message } = place
  return (
    <li>
      {hasMessage && (
        <p>
          <PageText text={message} />
        </p>
      )}
      <div class="place">
        {selector !== null && (
          <p>
            <span class="small">Element</span> <PageText text={selector} isCode />
          </p>
        )}
        {location !== null && (
          <p class="small">
            line {formatCount(location.line)}, column {formatCount(location.column)}
          </p>
        )}
        {value !== null && value !== '' && (
          <p>
            <span class="small">Found</span> <PageText text={value} isCode />
          </p>
        )}
      </div>
      {snippet !== null && (
        <p class="snippet">
          <PageText text={snippet} isCode />
        </p>
      )}
    </li>
  )
}
