import { Choice, TextFilter } from '../../../ui/form/filter-fields.tsx'
import { inWords } from '../../../ui/format.ts'
import { operationName } from '../../../ui/operation-names.ts'
import { type FindingFilters, filterParameters } from './filters.ts'
import { severities } from './finding.ts'

export interface FilterFormProps {
  readonly filters: FindingFilters
  /** The categories and the checks of all findings. */
  readonly categories: readonly string[]
  readonly operations: readonly string[]
}

/** Fields that choose which findings are shown; the address keeps them. */
export function FilterForm({ filters, categories, operations }: FilterFormProps) {
  const filter = (name: keyof FindingFilters) => ({ name: filterParameters[name], value: filters[name] })
  return (
    <form class="fields" role="search" aria-label="Findings" onSubmit={(event) => event.preventDefault()}>
      <Choice
        {...filter('severity')}
        label="Severity"
        choices={severities.map((one) => [one, inWords(one)])}
      />
      <Choice
        {...filter('category')}
        label="Category"
        choices={categories.map((one) => [one, inWords(one)])}
      />
      {(operations.length > 1 || filters.operation !== '') && (
        <Choice
          {...filter('operation')}
          label="Found by"
          choices={operations.map((one) => [one, operationName(one)])}
        />
      )}
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
