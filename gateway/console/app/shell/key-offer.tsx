import { apiKey, keyOffer, useKey } from '../state/api-key.ts'
import { Confirm } from '../ui/form/dialog.tsx'
import { isRefused, NamedKey, useOwner } from './key-in-use.tsx'

/** Asks before a key is used that an address brought. Whoever wrote the address may own the key. */
export function OfferedKeyDialog({ offered }: { offered: string }) {
  const current = apiKey.value
  const owner = useOwner(offered)
  return (
    <Confirm
      title={current === null ? 'Use the key of this link?' : 'Use another key?'}
      action={current === null ? 'Use the key of the link' : 'Use the other key'}
      back={current === null ? 'Do not use it' : 'Keep the present key'}
      isPossible={!isRefused(owner.error)}
      confirm={() => useKey(offered)}
      close={dismiss}
    >
      <p role="status">
        The link that was opened brings the key <NamedKey apiKey={offered} owner={owner} />.
      </p>
      {current !== null && <KeyToKeep current={current} />}
      <p>
        With the key of the link, all that you do here from then on belongs to its owner, who can see the URLs
        that you inspect, your batches and their results. Use it only if you trust whoever gave you the link.
      </p>
    </Confirm>
  )
}

function KeyToKeep({ current }: { current: string }) {
  return (
    <p>
      In use is the key <NamedKey apiKey={current} owner={useOwner(current)} />.
    </p>
  )
}

/** Says that an address brought no key, although it was written as if. */
export function NoKeyNotice() {
  return (
    <div class="notice bad" role="alert">
      <strong>The link brings no key.</strong>{' '}
      <span>
        What follows <code>#key=</code> is not written as a key is: pp_ABCDEFGH_ followed by 32 letters and
        digits. {apiKey.value === null ? 'No key is in use.' : 'The key in use stays.'}
      </span>{' '}
      <button type="button" onClick={dismiss}>
        Close
      </button>
    </div>
  )
}

function dismiss(): void {
  keyOffer.value = null
}
