import { callJson } from '../../api/client.ts'
import type { ViewProps } from '../../state/address.ts'
import { useResource } from '../../state/resource.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { KeyAdministration } from './key-administration.tsx'
import { NoAdministration } from './no-administration.tsx'
import type { Usage } from './usage-lines.ts'
import { UsagePanel } from './usage-panel.tsx'

/** Milliseconds between two reads of the usage, which other clients with the key change too. */
const USAGE_MS = 30_000

/** The use of this key, and the keys of the service for those who may manage them. */
export function KeysView(_: ViewProps) {
  const usage = useResource<Usage>((signal) => callJson('usage', { signal }), {
    key: 'usage',
    pollMs: () => USAGE_MS,
  })
  return (
    <>
      <h1>Keys and usage</h1>
      <Loaded resource={usage} lines={10} label="Loading the usage">
        {(data) => <UsagePanel usage={data} />}
      </Loaded>
      {usage.data !== null &&
        (usage.data.scopes.includes('admin') ? (
          <KeyAdministration limits={Object.keys(usage.data.operations)} />
        ) : (
          <NoAdministration />
        ))}
    </>
  )
}
