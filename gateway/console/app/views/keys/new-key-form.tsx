import { useState } from 'preact/hooks'
import type { CreatedKeyBody } from '../../../../access/key-answers.ts'
import type { ApiError } from '../../api/api-error.ts'
import { callJson } from '../../api/client.ts'
import { asApiError } from '../../state/resource.ts'
import { useFocusOnWrongField } from '../../ui/form/use-focus-on-wrong-field.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { bodyOf, emptyDraft, type KeyDraft, type Problems, problemsOf } from './key-draft.ts'
import { KeyFields } from './key-fields.tsx'

export interface NewKeyFormProps {
  /** The names of daily limits. */
  readonly limits: readonly string[]
  addKey(key: CreatedKeyBody): void
}

/** The form of a new key. */
export function NewKeyForm({ limits, addKey }: NewKeyFormProps) {
  const [draft, setDraft] = useState<KeyDraft>(emptyDraft)
  const [problems, setProblems] = useState<Problems>({})
  const [error, setError] = useState<ApiError | null>(null)
  const [isSending, setSending] = useState(false)
  useFocusOnWrongField(problems)
  const send = async () => {
    setSending(true)
    try {
      addKey(await callJson<CreatedKeyBody>('keys', { method: 'POST', body: bodyOf(draft) }))
      setDraft(emptyDraft)
    } catch (reason) {
      const refused = asApiError(reason)
      setError(refused)
      setProblems(refused.fields)
    } finally {
      setSending(false)
    }
  }
  const submit = (event: Event) => {
    event.preventDefault()
    setError(null)
    const found = problemsOf(draft)
    setProblems(found)
    if (Object.keys(found).length === 0 && !isSending) void send()
  }
  return (
    <form class="stack key-form" noValidate onSubmit={submit}>
      {error !== null && <ErrorNotice error={error} />}
      <KeyFields draft={draft} problems={problems} limits={limits} change={setDraft} />
      <p class="row">
        <button type="submit" class="primary" disabled={isSending}>
          Create
        </button>
      </p>
    </form>
  )
}
