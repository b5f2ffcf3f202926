import { findingsOf } from '#shared/operations/results/site-findings.ts'
import type { SiteReport } from '#shared/operations/results/site-report.ts'
import { setParameters } from '../../../../state/route.ts'
import { FilterBox } from '../../../../ui/form/filter-box.tsx'
import { Choice, TextFilter } from '../../../../ui/form/filter-fields.tsx'
import { formatCount } from '../../../../ui/format.ts'
import { pageColumns } from './page-columns.tsx'
import { type PageColumnName, type PageQuery, setFilters, toggledColumn } from './page-query.ts'

export interface PageFiltersProps {
  readonly report: SiteReport
  readonly query: PageQuery
}

const indexableChoices = [
  ['true', 'indexable'],
  ['false', 'not indexable'],
] as const

const sortChoices = [
  ['url', 'URL'],
  ['overall', 'Lowest score'],
  ['-overall', 'Highest score'],
  ['-issues', 'Most issues'],
  ['-inlinks', 'Most links in'],
  ['inlinks', 'Fewest links in'],
  ['-link_score', 'Highest link score'],
  ['depth', 'Lowest depth'],
  ['-depth', 'Highest depth'],
  ['-bytes', 'Largest'],
  ['-ms', 'Slowest'],
  ['words', 'Fewest words'],
] as const

/** Sets a filter and goes back to the first rows. */
const setterOf = (name: string) => (value: string) => setParameters({ [name]: value, after: '' })

/**
 * Which pages are shown, in which order, and which columns: all stands in the address. An issue alone does not open it: the
 * heading names it.
 */
export function PageFilters({ report, query }: PageFiltersProps) {
  const isShown = setFilters({ ...query, rule: '' }) > 0
  return (
    <FilterBox title="Filter, order and columns" set={setFilters(query)} isShown={isShown}>
      <div class="fields" role="search" aria-label="Pages">
        <RuleChoice report={report} rule={query.rule} />
        <StatusChoice report={report} status={query.status} />
        <Choice
          label="Indexable"
          name="indexable"
          value={query.indexable}
          choices={indexableChoices}
          change={setterOf('indexable')}
        />
        <TextFilter
          label="Min. score"
          name="min_overall"
          value={query.min_overall}
          change={setterOf('min_overall')}
        />
        <TextFilter
          label="Max. score"
          name="max_overall"
          value={query.max_overall}
          change={setterOf('max_overall')}
        />
        <TextFilter
          label="Text in the URL or title"
          name="text"
          value={query.text}
          change={setterOf('text')}
        />
        <Choice
          label="Sort by"
          name="sort"
          value={query.sort}
          all="Order of the crawl"
          choices={sortChoices}
          change={setterOf('sort')}
        />
      </div>
      <Columns query={query} />
    </FilterBox>
  )
}

function RuleChoice({ report, rule }: { report: SiteReport; rule: string }) {
  return (
    <Choice
      label="Issue"
      name="rule"
      value={rule}
      choices={findingsOf(report).map(({ id, title }) => [id, title])}
      change={setterOf('rule')}
    />
  )
}

function StatusChoice({ report, status }: { report: SiteReport; status: string }) {
  const counts = Object.entries(report.pages.by_status)
  const groups = [...new Set(counts.map(([one]) => `${one.charAt(0)}xx`))]
  return (
    <Choice
      label="Status"
      name="status"
      value={status}
      choices={[
        ...groups.map((one) => [one, one] as const),
        ...counts.map(([one, count]) => [one, `${one} (${formatCount(count)})`] as const),
      ]}
      change={setterOf('status')}
    />
  )
}

function Columns({ query: { columns } }: { query: PageQuery }) {
  const all = pageColumns('').filter(({ id }) => id !== 'url')
  return (
    <fieldset>
      <legend>Columns</legend>
      <div class="choices">
        {all.map(({ id = '', title }) => (
          <label key={id} class="check">
            <input
              type="checkbox"
              name="columns"
              value={id}
              checked={columns.some((one) => one === id)}
              onChange={() => setParameters({ columns: toggledColumn(columns, id as PageColumnName) })}
            />
            {title}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
