/** Columns of the pages, by their names in the API. */
export const pageColumnNames = [
  'status',
  'indexable',
  'depth',
  'overall',
  'issues',
  'inlinks',
  'outlinks',
  'link_score',
  'words',
  'bytes',
  'ms',
] as const
export type PageColumnName = (typeof pageColumnNames)[number]

/** Columns that are shown unless others are chosen. */
const usual: readonly PageColumnName[] = ['status', 'indexable', 'overall', 'issues', 'inlinks', 'depth']

/** Which pages are shown, how, and from where on. Empty = no filter. The names are those of the address and of the API. */
export interface PageQuery {
  readonly rule: string
  readonly status: string
  readonly indexable: string
  readonly min_overall: string
  readonly max_overall: string
  readonly sort: string
  /** Filters here: the API has no such filter. */
  readonly text: string
  /** The `n` of the row behind which the rows begin; 0 = the first. */
  readonly after: number
  readonly columns: readonly PageColumnName[]
}

const patterns = {
  rule: /^[\w-]+$/,
  status: /^[1-5](?:\d\d|xx)$/,
  indexable: /^(?:true|false)$/,
  min_overall: /^(?:100|\d{1,2})$/,
  max_overall: /^(?:100|\d{1,2})$/,
  sort: /^-?[a-z_]+$/,
} as const

/** Reads an address. What the API would refuse is left out. */
export function pageQueryOf(parameters: URLSearchParams): PageQuery {
  const valid = (name: keyof typeof patterns) => {
    const text = (parameters.get(name) ?? '').trim()
    return patterns[name].test(text) ? text : ''
  }
  const after = parameters.get('after') ?? ''
  return {
    rule: valid('rule'),
    status: valid('status'),
    indexable: valid('indexable'),
    min_overall: valid('min_overall'),
    max_overall: valid('max_overall'),
    sort: valid('sort'),
    text: parameters.get('text') ?? '',
    after: /^\d{1,15}$/.test(after) ? Number(after) : 0,
    columns: columnsOf(parameters.get('columns')),
  }
}

function columnsOf(text: string | null): readonly PageColumnName[] {
  if (text === null) return usual
  const names = text.split(',')
  return pageColumnNames.filter((name) => names.includes(name))
}

/** The column list with one more or one less, as the address has it. */
export function toggledColumn(columns: readonly PageColumnName[], name: PageColumnName): string {
  const chosen = pageColumnNames.filter((one) => (one === name) !== columns.includes(one))
  // An empty parameter is left out of an address, which means the usual ones.
  return chosen.length === 0 ? 'none' : chosen.join(',')
}

/** The filters as the API takes them. */
export function filterQuery(query: PageQuery): Record<string, string> {
  const { rule, status, indexable, min_overall, max_overall, sort } = query
  const given = Object.entries({ rule, status, indexable, min_overall, max_overall, sort })
  return Object.fromEntries(given.filter(([, value]) => value !== ''))
}

/** The number of filters that are set; an order is none. */
export function setFilters(query: PageQuery): number {
  return Object.keys(filterQuery({ ...query, sort: '' })).length + (query.text === '' ? 0 : 1)
}
