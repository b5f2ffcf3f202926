import { setParameters } from '../../state/route.ts'
import { Choice, TextFilter } from '../../ui/form/filter-fields.tsx'
import { operationNames } from '../../ui/operation-names.ts'
import type { filters } from './inspection-list.ts'

type Filter = (typeof filters)[number]

export interface HistoryFiltersProps {
  readonly query: Readonly<Partial<Record<Filter, string>>>
  /** The message of each wrong filter. */
  readonly fields: Readonly<Record<string, string>>
}

/** Milliseconds after the last key until a host is looked for. */
const TYPING_MS = 500

/** Filters of the list; the address has them. A changed one shows the newest page. */
export function HistoryFilters({ query, fields }: HistoryFiltersProps) {
  const filter = (name: Filter) => ({
    name,
    value: query[name] ?? '',
    problem: fields[name],
    change: (value: string) => setParameters({ [name]: value.trim(), cursor: undefined }),
  })
  return (
    <form class="panel" role="search" aria-label="Filters" onSubmit={(event) => event.preventDefault()}>
      <div class="fields">
        <Choice {...filter('operation')} label="Operation" hint="" choices={Object.entries(operationNames)} />
        <TextFilter {...filter('host')} label="Host" hint="Such as www.example.com" delayMs={TYPING_MS} />
        <Choice {...filter('state')} label="State" hint="" choices={states} />
      </div>
    </form>
  )
}

const states: readonly (readonly [value: string, text: string])[] = [
  ['running', 'Running'],
  ['done', 'Done'],
  ['failed', 'Failed'],
]
