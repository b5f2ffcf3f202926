import { useEffect } from 'preact/hooks'
import { keyUsage, triedKey } from '../state/key-usage.ts'
import { route } from '../state/route.ts'
import { formatMs } from '../ui/format.ts'
import { Remark, useNow } from '../ui/notice.tsx'
import { PageText } from '../ui/page/page-text.tsx'
import { keyLimits } from './key-limits.ts'

/** Says that a key that was entered works, and for whom. */
export function TriedKeyNote() {
  const usage = triedKey.value
  const place = route.value.path.join('/')
  useEffect(
    () => () => {
      triedKey.value = null
    },
    [place],
  )
  if (usage === null) return null
  return (
    <Remark kind="good">
      <p role="status">
        <strong>The key works.</strong> Plan {usage.plan}, owner{' '}
        <PageText text={usage.owner} max={64} isShort />.
      </p>
    </Remark>
  )
}

/** Says what the key cannot do in this part of the console, before it is tried. */
export function KeyLimitsNote({ area }: { area: string }) {
  const usage = keyUsage.value
  if (usage === null) return null
  const { missing, spent } = keyLimits(usage, area)
  if (missing.length + spent.length === 0) return null
  return (
    <Remark kind="warn">
      {missing.length > 0 && (
        <p>
          <strong>This key has no scope for {missing.join(', ')}.</strong> Use a key that has it, or ask
          whoever manages the keys.
        </p>
      )}
      {spent.map(({ name, resetsAt }) => (
        <p key={name}>
          <strong>The daily limit of {name} is spent.</strong>{' '}
          {resetsAt !== null && <RenewedIn at={resetsAt} />}
        </p>
      ))}
    </Remark>
  )
}

function RenewedIn({ at }: { at: string }) {
  const left = Math.max(0, Math.ceil((Date.parse(at) - useNow(1000)) / 1000))
  return <>{left === 0 ? 'It is renewed now.' : `It is renewed in ${formatMs(left * 1000)}.`}</>
}
