import { useState } from 'preact/hooks'
import type { ShareBody } from '#shared/operations/results/shares.ts'
import type { ApiError } from '../../../api/api-error.ts'
import { BASE, call, callJson } from '../../../api/client.ts'
import { asApiError, useResource } from '../../../state/resource.ts'
import { Confirm } from '../../../ui/form/dialog.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { formatTime } from '../../../ui/format.ts'
import { Loaded } from '../../../ui/loaded.tsx'
import { ErrorNotice } from '../../../ui/notice.tsx'
import { PageText } from '../../../ui/page/page-text.tsx'
import { TextBox } from '../../../ui/text-box.tsx'
import { pathOf } from '../../batches/calls.tsx'
import { type Cover, coverMembers, daysIn } from './cover.ts'

/** A link to a report: an entry of `GET /batches/{id}/shares`. */
interface SharesProps {
  readonly id: string
  readonly compare: string | undefined
  readonly cover: Cover
}

/** Days that a link lasts unless others are chosen. */
const DAYS = '30'

/** Links to the report that need no key: a new one, and those that there are. */
export function Shares(props: SharesProps) {
  const shares = useResource<{ shares: readonly ShareBody[] }>(
    (signal) => callJson(pathOf(props.id, 'shares'), { signal }),
    { key: props.id },
  )
  return (
    <section class="stack tight">
      <h3>As a link</h3>
      <NewShare {...props} created={shares.reload} />
      <Loaded resource={shares} lines={2} label="Loading the links">
        {(data) => <ShareList id={props.id} shares={data.shares} changed={shares.reload} />}
      </Loaded>
    </section>
  )
}

function NewShare({ id, compare, cover, created }: SharesProps & { created(): void }) {
  const [days, setDays] = useState(DAYS)
  const [url, setUrl] = useState<string | null>(null)
  const [error, setError] = useState<ApiError | null>(null)
  const chosen = daysIn(days)
  const create = () => {
    const body = { days: chosen, compare, ...coverMembers(cover) }
    setError(null)
    callJson<{ url: string }>(pathOf(id, 'shares'), { method: 'POST', body }).then(
      (share) => {
        setUrl(new URL(share.url, BASE).href)
        created()
      },
      (problem) => setError(asApiError(problem)),
    )
  }
  return (
    <>
      <p class="small">Whoever has the link reads this report without a key, until it expires.</p>
      <div class="row share-form">
        <Field label="Days" name="days" problem={chosen === null ? 'days must be 1 to 90' : undefined}>
          {(control) => (
            <input
              {...control}
              type="number"
              min={1}
              max={90}
              value={days}
              onInput={({ currentTarget }) => setDays(currentTarget.value)}
            />
          )}
        </Field>
        <button type="button" disabled={chosen === null} onClick={create}>
          Create a link
        </button>
      </div>
      {error !== null && <ErrorNotice error={error} />}
      {url !== null && <TextBox label="Link to the report" text={url} />}
    </>
  )
}

interface ShareListProps {
  readonly id: string
  readonly shares: readonly ShareBody[]
  changed(): void
}

function ShareList({ id, shares, changed }: ShareListProps) {
  const [asked, setAsked] = useState<ShareBody | null>(null)
  const [error, setError] = useState<ApiError | null>(null)
  const revoke = (share: ShareBody) =>
    call(pathOf(id, `shares/${encodeURIComponent(share.id)}`), { method: 'DELETE' }).then(
      changed,
      (problem) => setError(asApiError(problem)),
    )
  if (shares.length === 0) return <p class="small">No links yet.</p>
  return (
    <>
      <ul class="plain share-list" aria-label="Links">
        {shares.map((share) => (
          <li key={share.id} class="row spread">
            <span>
              {share.title !== null && <PageText text={share.title} max={80} isShort />}{' '}
              <span class="small">until {formatTime(share.expires_at)}</span>
            </span>
            <button type="button" class="danger" onClick={() => setAsked(share)}>
              Revoke
            </button>
          </li>
        ))}
      </ul>
      {error !== null && <ErrorNotice error={error} />}
      {asked !== null && (
        <Confirm
          title="Revoke this link?"
          action="Revoke the link"
          confirm={() => void revoke(asked)}
          close={() => setAsked(null)}
        >
          <p>Whoever has it no longer sees the report. This cannot be undone.</p>
        </Confirm>
      )}
    </>
  )
}
