import { useEffect, useRef, useState } from 'preact/hooks'
import type { CreatedKeyBody, KeyListBody } from '../../../../access/key-answers.ts'
import type { ApiError } from '../../api/api-error.ts'
import { call, callJson } from '../../api/client.ts'
import { asApiError, useResource } from '../../state/resource.ts'
import { Section } from '../../ui/facts.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Empty, ErrorNotice } from '../../ui/notice.tsx'
import type { ListedKey } from './key-list.ts'
import { KeyTable } from './key-table.tsx'
import { NewKey } from './new-key.tsx'
import { NewKeyForm } from './new-key-form.tsx'
import { RevokeDialog } from './revoke-dialog.tsx'

/** The keys of the service: make one, list them, revoke them. `limits`: the names of daily limits. */
export function KeyAdministration({ limits }: { limits: readonly string[] }) {
  const keys = useResource<KeyListBody>((signal) => callJson('keys', { signal }), { key: 'keys' })
  const [created, setCreated] = useState<CreatedKeyBody | null>(null)
  const addKey = (key: CreatedKeyBody) => {
    setCreated(key)
    keys.reload()
  }
  return (
    <>
      {created !== null && <NewKey created={created} close={() => setCreated(null)} />}
      <Section title="Create a key">
        <NewKeyForm limits={limits} addKey={addKey} />
      </Section>
      <Section title="Keys">
        <Loaded resource={keys} lines={6} label="Loading the keys">
          {(data) => <Keys keys={data.keys} reload={keys.reload} />}
        </Loaded>
      </Section>
    </>
  )
}

/** The table, with the question before one is revoked. */
function Keys({ keys, reload }: { keys: readonly ListedKey[]; reload: () => void }) {
  const [asked, setAsked] = useState<ListedKey | null>(null)
  const [error, setError] = useState<ApiError | null>(null)
  const [revoked, setRevoked] = useState<string | null>(null)
  const news = useRef<HTMLParagraphElement>(null)
  // The button that was pressed goes.
  useEffect(() => {
    if (revoked !== null) news.current?.focus()
  }, [revoked])
  const revoke = (key: ListedKey) => {
    setError(null)
    call(`keys/${encodeURIComponent(key.id)}`, { method: 'DELETE' }).then(
      () => [setRevoked(key.id), reload()],
      (reason) => setError(asApiError(reason)),
    )
  }
  if (keys.length === 0) return <Empty title="There are no keys" />
  return (
    <>
      {error !== null && <ErrorNotice error={error} />}
      <p ref={news} class="small" role="status" tabIndex={-1}>
        {revoked !== null && `The key ${revoked} is revoked. It stops working everywhere within 10 s.`}
      </p>
      <KeyTable keys={keys} ask={setAsked} />
      {asked !== null && (
        <RevokeDialog asked={asked} confirm={() => revoke(asked)} close={() => setAsked(null)} />
      )}
    </>
  )
}
