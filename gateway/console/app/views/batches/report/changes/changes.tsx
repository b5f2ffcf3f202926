import type { ComponentChildren } from 'preact'
import type { SiteReport } from '#shared/operations/results/site-report.ts'
import { callJson } from '../../../../api/client.ts'
import { hrefOf } from '../../../../state/address.ts'
import { Section, Tabs } from '../../../../ui/facts.tsx'
import { Choice, TextFilter } from '../../../../ui/form/filter-fields.tsx'
import { formatCount, plural } from '../../../../ui/format.ts'
import { Loaded } from '../../../../ui/loaded.tsx'
import { OutsideLink } from '../../../../ui/page/address.tsx'
import { hasText } from '../../../../ui/table/has-text.ts'
import { type Column, DataTable } from '../../../../ui/table/table.tsx'
import { shortId } from '../../batch.ts'
import { pathOf } from '../../calls.tsx'
import { useCostly } from '../../live/use-costly.tsx'
import type { ReportProps } from '../report-props.ts'
import {
  type Change,
  type ChangeList,
  type Changes as ChangeLists,
  changeLists,
  filterChanges,
  rulesOf,
  totalOf,
} from './change-lists.ts'
import { ChangeTable } from './change-table.tsx'
import { CompareChoice } from './compare-choice.tsx'

/** What changed since an earlier batch of the same site. */
export function Changes({ report, parameters, linkTo }: ReportProps) {
  const compare = parameters.get('compare') ?? ''
  return (
    <>
      <Section title="Changes since an earlier crawl">
        <p class="small">
          A finding is the same when its rule, its URL and what it is about are the same. Rules that only one
          of the two crawls could apply are left out.
        </p>
        <CompareChoice batch={report.batch} compare={compare} />
      </Section>
      {compare !== '' && (
        <Compared
          id={report.batch.id}
          compare={compare}
          isComplete={report.complete}
          parameters={parameters}
          hrefOfList={(list) => linkTo({ tab: 'changes', compare, list })}
          aside={<a href={hrefOf(['batches', compare, 'report'])}>Report of {shortId(compare)}</a>}
        />
      )}
    </>
  )
}

interface ComparedProps {
  readonly id: string
  readonly compare: string
  readonly isComplete: boolean
  readonly parameters: URLSearchParams
  /** What stands beside the heading. */
  readonly aside: ComponentChildren
  hrefOfList(list: ChangeList): string
}

/** What changed between two crawls. */
export function Compared({ id, compare, isComplete, ...shown }: ComparedProps) {
  const compared = useCostly((signal) => load(id, compare, signal), {
    key: `${id} ${compare}`,
    isLive: !isComplete,
  })
  return (
    <Loaded resource={compared} lines={8} label="Comparing the reports">
      {({ changes, titles }) => changes && <ChangeParts changes={changes} titles={titles} {...shown} />}
    </Loaded>
  )
}

/** The changes, with the titles of both reports: one has those that are new, the other those that are gone. */
async function load(id: string, compare: string, signal: AbortSignal) {
  const [report, other] = await Promise.all([
    callJson<SiteReport>(pathOf(id, 'report'), { query: { compare }, signal }),
    callJson<SiteReport>(pathOf(compare, 'report'), { signal }).catch(() => null),
  ])
  return {
    changes: report.changes,
    titles: new Map([...(other === null ? [] : titlesOf(other)), ...titlesOf(report)]),
  }
}

const listTexts: Readonly<Record<ChangeList, string>> = {
  new: 'New',
  fixed: 'Fixed',
  pages_added: 'Pages added',
  pages_gone: 'Pages removed',
}

type ChangePartsProps = Pick<ComparedProps, 'aside' | 'hrefOfList'> &
  Pick<ReportProps, 'parameters'> & { readonly changes: ChangeLists; readonly titles: Titles }

function ChangeParts({ changes, titles, parameters, aside, hrefOfList }: ChangePartsProps) {
  const list = changeLists.find((one) => one === parameters.get('list')) ?? 'new'
  const { unchanged } = changes
  return (
    <Section title="What changed" aside={aside}>
      <Tabs
        label="Kinds of changes"
        tabs={changeLists.map((one) => [
          one,
          `${listTexts[one]} (${formatCount(totalOf(changes, one))})`,
          hrefOfList(one),
        ])}
        current={list}
      />
      <p class="small">{plural(unchanged, 'finding is', 'findings are')} in both.</p>
      {list === 'new' || list === 'fixed' ? (
        <FindingList
          titles={titles}
          changes={changes[list]}
          caption={listTexts[list]}
          parameters={parameters}
        />
      ) : (
        <PageList caption={listTexts[list]} urls={changes[list]} text={parameters.get('text') ?? ''} />
      )}
      {totalOf(changes, list) > changes[list].length && (
        <p class="small">The report has the first {formatCount(changes[list].length)}.</p>
      )}
    </Section>
  )
}

interface FindingListProps extends Pick<ReportProps, 'parameters'> {
  readonly titles: Titles
  readonly caption: string
  readonly changes: readonly Change[]
}

function FindingList({ titles, changes, caption, parameters }: FindingListProps) {
  const [rule, text] = [parameters.get('rule') ?? '', parameters.get('text') ?? '']
  return (
    <>
      <div class="fields" role="search" aria-label="Findings">
        <Choice
          label="Rule"
          name="rule"
          value={rule}
          choices={rulesOf(changes).map(([one, count]) => [
            one,
            `${titles.get(one) ?? one} (${formatCount(count)})`,
          ])}
        />
        <TextFilter label="Text" name="text" value={text} />
      </div>
      <ChangeTable caption={caption} changes={filterChanges(changes, rule, text)} titles={titles} />
    </>
  )
}

/** Titles by the id of their rule. */
type Titles = ReadonlyMap<string, string>

function titlesOf({ rules, site_issues }: SiteReport): Titles {
  return new Map([
    ...rules.map(({ rule_id, title }) => [rule_id, title] as const),
    ...site_issues.map(({ id, title }) => [id, title] as const),
  ])
}

const pageColumns: readonly Column<string>[] = [
  { title: 'Page', isLong: true, cell: (url) => <OutsideLink url={url} />, sortBy: (url) => url },
]

function PageList({ caption, urls, text }: { caption: string; urls: readonly string[]; text: string }) {
  return (
    <>
      <div class="fields" role="search" aria-label="Pages">
        <TextFilter label="Text" name="text" value={text} />
      </div>
      <DataTable
        caption={caption}
        columns={pageColumns}
        rows={urls.filter((url) => hasText([url], text))}
        rowKey={(url) => url}
      />
    </>
  )
}
