import { useId, useState } from 'preact/hooks'
import { explainKey } from '../api/remedies.ts'
import { keyProblem } from '../state/api-key.ts'
import { isKey } from '../state/stored-key.ts'
import { FieldNote } from '../ui/form/field.tsx'
import { ErrorNotice } from '../ui/notice.tsx'
import { useKeyTrial } from './use-key-trial.ts'

/** Asks for an API key, tries it, and says why the service refused it, or the last one. */
export function KeyForm() {
  const [text, setText] = useState('')
  const [isWrong, setWrong] = useState(false)
  const trial = useKeyTrial()
  const id = useId()
  const change = (next: string) => {
    setText(next)
    setWrong(false)
    trial.reset()
    // Pasted or filled in, not typed: nobody has to press a button.
    if (next.length > text.length + 1 && isKey(next.trim())) trial.start(next.trim())
  }
  const submit = (event: Event) => {
    event.preventDefault()
    const key = text.trim()
    if (!isKey(key)) setWrong(true)
    else if (!trial.isTrying) trial.start(key)
  }
  return (
    <>
      {trial.error !== null && (
        <ErrorNotice
          error={trial.error}
          explanation={explainKey(trial.error)}
          retry={trial.error.status === 401 ? undefined : () => trial.start(text.trim())}
        />
      )}
      {trial.error === null && keyProblem.value !== null && <ErrorNotice error={keyProblem.value} />}
      <form class="panel" onSubmit={submit}>
        <label for={id}>API key</label>
        <div class="row">
          <input
            id={id}
            type="password"
            autocomplete="off"
            spellcheck={false}
            value={text}
            aria-invalid={isWrong || trial.error?.status === 401}
            aria-describedby={`${id}-note`}
            onInput={(event) => change(event.currentTarget.value)}
          />
          <button type="submit" class="primary" aria-disabled={trial.isTrying}>
            Use this key
          </button>
          <span role="status">{trial.isTrying && 'Trying the key'}</span>
        </div>
        <FieldNote
          id={`${id}-note`}
          problem={
            isWrong
              ? 'This is no key: a key looks like pp_ABCDEFGH_ followed by 32 letters and digits.'
              : undefined
          }
          hint="The service prints a key at its first start, with a URL that opens this page with it. The key stays in this tab and is forgotten with it."
        />
      </form>
    </>
  )
}
