import { apiKey } from '../../state/api-key.ts'
import { Confirm } from '../../ui/form/dialog.tsx'
import { Remark } from '../../ui/notice.tsx'
import { PageText } from '../../ui/page/page-text.tsx'
import { idOfKey, type ListedKey } from './key-list.ts'

/** Asks before a key is revoked; warns when it is the one of this tab. */
export function RevokeDialog({
  asked: { id, label },
  confirm,
  close,
}: {
  asked: ListedKey
  confirm: () => void
  close: () => void
}) {
  return (
    <Confirm title={`Revoke the key ${id}?`} action="Revoke" confirm={confirm} close={close}>
      <p>
        {label !== '' && (
          <>
            Label: <PageText text={label} isShort />.{' '}
          </>
        )}
        Every program that uses the key is refused from then on, everywhere within 10 s. This cannot be
        undone.
      </p>
      {idOfKey(apiKey.value) === id && (
        <Remark kind="warn">
          <p>
            <strong>This tab uses this very key.</strong> The console will ask for another one.
          </p>
        </Remark>
      )}
    </Confirm>
  )
}
