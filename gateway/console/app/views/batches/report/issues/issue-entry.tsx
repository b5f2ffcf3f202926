import { useState } from 'preact/hooks'
import type { Finding } from '#shared/operations/results/site-findings.ts'
import { Badge } from '../../../../ui/badge.tsx'
import { inWords, plural, trimmed } from '../../../../ui/format.ts'
import { OutsideLink } from '../../../../ui/page/address.tsx'
import { PageText } from '../../../../ui/page/page-text.tsx'
import { DownloadButton } from '../../downloads/download-button.tsx'
import { foundFile } from '../../downloads/downloads.ts'
import { ElementCell, ItemTable } from './item-table.tsx'

/** Pages of an issue that are shown in the list; the others have a view of their own. */
const SHOWN = 3

export interface IssueEntryProps {
  readonly issue: Finding
  readonly batch: string
  readonly isOpenAtFirst: boolean
  /** The address of all its pages. */
  readonly pagesHref: string
}

/** An issue in a line; open, with why it matters, how to fix it, and its first pages. */
export function IssueEntry({ issue, isOpenAtFirst, ...rest }: IssueEntryProps) {
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <Badge word={issue.severity} /> <span class="issue-title">{issue.title}</span>{' '}
        <span class="small nowrap">
          {plural(issue.pages, 'page')}
          {issue.points > 0 && `, −${trimmed(issue.points, 2)} points`}
        </span>
      </summary>
      {isOpen && <Opened issue={issue} {...rest} />}
    </details>
  )
}

function Opened({ issue, batch, pagesHref }: Omit<IssueEntryProps, 'isOpenAtFirst'>) {
  return (
    <div class="stack tight">
      <p>
        <strong>How to fix:</strong> {issue.fix}
        {issue.effort !== null && <span class="muted"> Takes {issue.effort}.</span>}
      </p>
      {issue.why !== null && (
        <p>
          <strong>Why it matters:</strong> {issue.why}
        </p>
      )}
      <p class="row">
        <a class="button" href={pagesHref}>
          {issue.pages === 1 ? 'The page' : `All ${plural(issue.pages, 'page')}`}
        </a>
        <DownloadButton
          id={batch}
          kind={{ ...foundFile(issue.id), text: 'Pages with what was found (CSV)' }}
          query={{ rule: issue.id }}
        />
        <span class="small">
          {inWords(issue.category)} <code>{issue.id}</code>{' '}
          <OutsideLink url={issue.docs_url}>Read more</OutsideLink>
        </span>
      </p>
      <Where issue={issue} />
    </div>
  )
}

/** Where it was found: the first pages, each with its element. */
function Where({ issue: { title, examples, items } }: { issue: Finding }) {
  if (items.length > 0) return <ItemTable caption={title} items={items.slice(0, SHOWN)} />
  return (
    <ul class="plain issue-pages">
      {examples.slice(0, SHOWN).map(({ url, message, selector, snippet }, index) => (
        <li key={index}>
          <OutsideLink url={url} /> <PageText text={message} />{' '}
          {(selector !== null || snippet !== null) && (
            <div class="small">
              <ElementCell selector={snippet === null ? selector : null} snippet={snippet} />
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}
