import type { FoundPageRow } from '#shared/operations/results/site-report.ts'
import { formatCount } from '../../../../ui/format.ts'
import { OutsideLink } from '../../../../ui/page/address.tsx'
import { PageText } from '../../../../ui/page/page-text.tsx'
import { ElementCell, Some } from '../issues/item-table.tsx'
import { itemWords } from '../item-words.ts'
import { isOfPage, itemsOf, type PageFound } from './finding.ts'

/** What a rule found at a page. */
export function FoundCell({ url, found }: Pick<FoundPageRow, 'url' | 'found'>) {
  if (found === null) return <span class="muted">Not stored</span>
  if (isOfPage(found)) return <OfPage found={found} />
  const items = itemsOf(found)
  return (
    <Some entries={items.map((item, at) => <Item key={at} url={url} item={item} />)} total={items.length} />
  )
}

function OfPage({ found: { message, elements, selector, snippet, evidence } }: { found: PageFound }) {
  return (
    <>
      <p>
        <PageText text={message} />
      </p>
      {evidence.length > 0 ? (
        <Some
          entries={evidence.map((one, at) => (
            <span key={at}>
              {one.selector !== null && <PageText text={one.selector} isCode />} <PageText text={one.value} />
            </span>
          ))}
          total={Math.max(elements, evidence.length)}
        />
      ) : (
        <ElementCell selector={selector} snippet={snippet} />
      )}
    </>
  )
}

/** An item of a rule about the site, without the page in whose row it stands. */
function Item({ url, item }: { readonly url: string; readonly item: object }) {
  const { value, urls, total, details, sources, sourcesTotal } = itemWords(item)
  const others = urls.filter((one) => one !== url)
  return (
    <>
      {value !== null && (
        <p>
          “<PageText text={value} />”
        </p>
      )}
      {details.length > 0 && (
        <p>
          <PageText text={details.join(', ')} />
        </p>
      )}
      {others.length > 0 && (
        <Some
          entries={others.map((one) => <OutsideLink key={one} url={one} />)}
          total={total - urls.length + others.length}
        />
      )}
      {sources.length > 0 && (
        <>
          <p class="small">Linked from {formatCount(sourcesTotal)}</p>
          <Some
            entries={sources.map((one) => <OutsideLink key={one.url} url={one.url} />)}
            total={sourcesTotal}
          />
        </>
      )}
    </>
  )
}
