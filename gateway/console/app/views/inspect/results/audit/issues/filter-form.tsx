import { Choice, TextFilter } from '../../../../../ui/form/filter-fields.tsx'
import { inWords } from '../../../../../ui/format.ts'
import { filterParameters, type IssueFilters } from './issue-filters.ts'
import type { Issue } from './issue-groups.ts'

/** Fields that choose which issues are shown; the address keeps them. */
export function FilterForm({ filters, issues }: { filters: IssueFilters; issues: readonly Issue[] }) {
  const categories = [...new Set(issues.map(({ category }) => category))].sort()
  const filter = (name: keyof IssueFilters) => ({ name: filterParameters[name], value: filters[name] })
  return (
    <form class="fields" role="search" aria-label="Issues" onSubmit={(event) => event.preventDefault()}>
      <Choice
        {...filter('severity')}
        label="Severity"
        choices={['error', 'warning', 'info'].map((one) => [one, inWords(one)])}
      />
      <Choice
        {...filter('category')}
        label="Category"
        choices={categories.map((one) => [one, inWords(one)])}
      />
      <Choice
        {...filter('fixable')}
        label="Fix"
        choices={[
          ['true', 'Without judgement'],
          ['false', 'Needs judgement or content'],
        ]}
      />
      <TextFilter {...filter('text')} label="Text" placeholder="Rule, message, selector, value" />
    </form>
  )
}
