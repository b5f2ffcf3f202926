import { apiKey } from '../../state/api-key.ts'
import { Badge } from '../../ui/badge.tsx'
import { formatTime } from '../../ui/format.ts'
import { PageText } from '../../ui/page/page-text.tsx'
import { orDash } from '../../ui/table/or-dash.tsx'
import { type Column, DataTable } from '../../ui/table/table.tsx'
import { idOfKey, type ListedKey, limitsInWords, sortedKeys } from './key-list.ts'
import { Scopes } from './usage-panel.tsx'

/** All keys. `ask` opens the question whether one is revoked. */
export function KeyTable({ keys, ask }: { keys: readonly ListedKey[]; ask: (key: ListedKey) => void }) {
  const own = idOfKey(apiKey.value)
  const last: Column<ListedKey> = { title: 'Action', cell: (key) => <RevokeButton about={key} ask={ask} /> }
  return (
    <DataTable
      caption="Keys"
      columns={[idColumn(own), ...columns, last]}
      rows={sortedKeys(keys)}
      rowKey={({ id }) => id}
    />
  )
}

function idColumn(own: string | null): Column<ListedKey> {
  return {
    title: 'Id',
    sortBy: ({ id }) => id,
    cell: ({ id }) => (
      <>
        <code>{id}</code>
        {id === own && <span class="small nowrap"> this key</span>}
      </>
    ),
  }
}

const columns: readonly Column<ListedKey>[] = [
  {
    title: 'Label',
    sortBy: ({ label }) => label,
    cell: ({ label }) => orDash(label || null, textOf),
  },
  {
    title: 'Owner',
    sortBy: ({ owner }) => owner,
    cell: ({ owner }) => textOf(owner),
  },
  { title: 'Plan', sortBy: ({ plan }) => plan, cell: ({ plan }) => plan },
  { title: 'Scopes', cell: ({ scopes }) => <Scopes scopes={scopes} /> },
  { title: 'Limits a day', cell: ({ limits }) => limitsInWords(limits) },
  { title: 'State', sortBy: ({ state }) => state, cell: ({ state }) => <Badge word={state} /> },
  {
    title: 'Created',
    sortBy: ({ created_at }) => created_at,
    cell: ({ created_at }) => <span class="nowrap">{formatTime(created_at)}</span>,
  },
]

function textOf(text: string) {
  return <PageText text={text} />
}

function RevokeButton({ about, ask }: { about: ListedKey; ask: (key: ListedKey) => void }) {
  if (about.state === 'revoked') return <span class="muted">–</span>
  return (
    <button type="button" class="danger" onClick={() => ask(about)}>
      Revoke<span class="hidden"> {about.id}</span>
    </button>
  )
}
